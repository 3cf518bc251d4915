select n, pg_sleep(case when n > 2 then 300 else 0 end) from generate_series(1, $count::integer) as n
