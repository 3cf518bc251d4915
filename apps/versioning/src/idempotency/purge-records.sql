-- One row: how many expired records were deleted. At most 10,000 at a time, so that no purge holds its locks for long.
with purged as (
  delete from versioning.idempotency_record
  where (owner, key) in (
    select owner, key
    from versioning.idempotency_record
    where created_at <= now() - interval '24 hours'
    limit 10000
  )
  -- again, as a record may have been renewed while this statement waited for its lock
  and created_at <= now() - interval '24 hours'
  returning key
)
select count(*) as "purged"
from purged
