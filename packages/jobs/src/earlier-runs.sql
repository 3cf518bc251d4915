-- Hands over to this release the runs that an earlier one, whose replicas are gone, left in its own queue: what
-- waits, and what a process that died was running. A run that a live replica takes is locked, and stays there.
-- Example: a snapshot that waits for its second attempt goes on here; its row in reporting_jobs is deleted.
with earlier as (
  -- runs of an earlier release that wait
  select job.name, job.id
  from reporting_jobs.job
  where job.name = any ($names::text[])
    and (job.state < 'active'
      or job.state = 'active' and job.started_on + job.expire_in < now())
  for update skip locked
),
taken as (
  delete from reporting_jobs.job
  using earlier
  where job.name = earlier.name
    and job.id = earlier.id
  returning job.name, job.data
)
select name, data
from taken
order by name
