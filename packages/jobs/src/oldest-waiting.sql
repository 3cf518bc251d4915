-- A row for each job of which a run is due and waits: for how many seconds the oldest has waited.
select
  name,
  extract(epoch from now() - min(start_after))::float as seconds
from reporting_jobs_12.job
where state < 'active'
  and start_after <= now()
group by name
order by name
