-- For files of few rows: without nested loops, 200 rows would be compared with all of the tables that they are for.
select set_config('enable_nestloop', 'on', true)
