-- The row: how many records past their 24 hours were deleted; a slice at a time, so that no purge holds its
-- locks for long.
with purged as (
  -- past their 24 hours
  delete from versioning.idempotency_record
  where (owner, key) in (
    select owner, key
    from versioning.idempotency_record
    where created_at <= now() - interval '24 hours'
    limit 10000
  )
  returning key
)
select count(*) as "purged"
from purged
