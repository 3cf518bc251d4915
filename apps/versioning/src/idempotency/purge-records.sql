-- Records past their 24 hours, a slice at a time, so that no purge holds its locks for long.
delete from versioning.idempotency_record
where (owner, key) in (
  select owner, key
  from versioning.idempotency_record
  where created_at <= now() - interval '24 hours'
  limit 10000
)
returning true as "isPurged"
