-- A row per job with due runs: how long the oldest has been waiting, in seconds.
select
  name,
  extract(epoch from now() - min(start_after))::float as seconds
from reporting_jobs_12.job
where state < 'active'
  and start_after <= now()
group by name
order by name
