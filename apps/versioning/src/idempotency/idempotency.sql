-- name: find-record
-- The response stored under an Idempotency-Key within the last 24 hours. For single increments, known-versions.sql in
-- ../packages reads it.
select fingerprint, commit, status, headers, body
from versioning.idempotency_record
where owner = $owner::bytea
  and key = $key::text
  and created_at > now() - interval '24 hours'

-- name: keep-record
-- Stores a response in the transaction of its change. Overwrites an expired record. Stores nothing if another replica
-- has concurrently stored a response under this key; the change must then be rolled back.
insert into versioning.idempotency_record as record (owner, key, fingerprint, commit, status, headers, body)
values (
  $owner::bytea, $key::text, $fingerprint::bytea, $commit::text, $status::smallint, $headers::jsonb, $body::text
)
on conflict (owner, key) do update
set
  fingerprint = excluded.fingerprint,
  commit = excluded.commit,
  status = excluded.status,
  headers = excluded.headers,
  body = excluded.body,
  created_at = now()
where record.created_at <= now() - interval '24 hours'

-- name: purge-records
-- Deletes at most 10,000 expired records, so that locks are held only briefly.
delete from versioning.idempotency_record
where created_at <= now() - interval '24 hours'
  -- checked twice, because a record may be renewed while this statement waits for its lock
  and (owner, key) in (
    select owner, key
    from versioning.idempotency_record
    where created_at <= now() - interval '24 hours'
    limit 10000
  )
