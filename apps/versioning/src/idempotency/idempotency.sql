-- name: find-record
-- A row: the answer that an Idempotency-Key was given, for 24 hours.
select fingerprint, commit, status, headers, body
from versioning.idempotency_record
where owner = $owner::bytea
  and key = $key::text
  and created_at > now() - interval '24 hours'

-- name: keep-record
-- Stores a response in the transaction of its change. An expired record is overwritten. Stores nothing where another
-- replica concurrently answered this key, so that the change is rolled back.
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
-- Deletes expired records, at most 10,000 at a time, so that no purge holds its locks for long.
delete from versioning.idempotency_record
where created_at <= now() - interval '24 hours'
  -- the condition is there twice, as a record may have been renewed while this statement waited for its lock
  and (owner, key) in (
    select owner, key
    from versioning.idempotency_record
    where created_at <= now() - interval '24 hours'
    limit 10000
  )
