-- A row: one of the presented keys that is known and not revoked. Expired ones are told apart, so that
-- the caller can say so. Their use is noted at most once a minute, which keeps a busy key from being
-- written at every call.
with stale as (
  -- those whose use is to be noted; a row that is held is passed over, so that two replicas never wait for
  -- each other's keys in a circle
  select id
  from versioning.api_key
  where hash = any ($hashes::bytea[])
    and revoked_at is null
    and (expires_at is null or expires_at > now())
    and (last_used_at is null or last_used_at < now() - interval '1 minute')
  for update skip locked
),
used as (
  update versioning.api_key
  set last_used_at = now()
  from stale
  where api_key.id = stale.id
)
select
  hash,
  name,
  prefix,
  scopes::text[] as scopes,
  slug_pattern as "slugPattern",
  coalesce(expires_at <= now(), false) as "isExpired"
from versioning.api_key
where hash = any ($hashes::bytea[])
  and revoked_at is null
