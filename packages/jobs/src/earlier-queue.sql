-- name: has-earlier-queue
-- One row: whether the previous release's queue exists in this database.
select to_regclass('reporting_jobs.job') is not null as "hasQueue"

-- name: take-earlier-runs
-- Takes over runs from the queue of the previous release: those waiting, and those whose process died. A run that a
-- live replica holds is locked and stays there.
-- Example: a snapshot waiting for its second attempt continues here; its row in reporting_jobs is deleted.
with earlier as (
  -- waiting and abandoned runs of the previous release
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
