-- A row: the answer that an Idempotency-Key was given, for 24 hours.
select fingerprint, commit, status, headers, body
from versioning.idempotency_record
where owner = $owner::bytea
  and key = $key::text
  and created_at > now() - interval '24 hours'
