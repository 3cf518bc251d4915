-- Stores a response in the transaction of its change. An expired record is overwritten. No row: another replica
-- concurrently answered this key, so the change is rolled back.
insert into versioning.idempotency_record as record
  (owner, key, fingerprint, commit, status, headers, body)
values (
  $owner::bytea,
  $key::text,
  $fingerprint::bytea,
  $commit::text,
  $status::smallint,
  $headers::jsonb,
  $body::text
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
returning true as "isKept"
