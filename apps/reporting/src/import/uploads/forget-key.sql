-- A key counts for a day.
update reporting.import_run
set key_owner = null, idempotency_key = null, request_hash = null
where key_owner = $keyOwner::text
  and idempotency_key = $idempotencyKey::text
  and created_at < now() - interval '1 day'
