-- One row: how many events were deleted that have been kept long enough. A slice at a time, so that no purge
-- times out or holds its locks for long; what another transaction holds is left to a later run.
with old as (
  select id
  from versioning.key_event
  where at < now() - make_interval(days => $retentionDays::integer)
  order by at
  limit 10000
  for update skip locked
),
purged as (
  delete from versioning.key_event
  where id in (select id from old)
  returning id
)
select count(*) as "purged"
from purged
