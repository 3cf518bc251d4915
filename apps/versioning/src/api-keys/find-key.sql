-- A row: one of the presented secrets that is a key's, or was until its rotation and still works, of keys that
-- are not revoked. Expired ones are distinguished, so that the caller can say so. Their use is recorded at most
-- once a minute, which keeps a busy key from being written at every call.
with presented as (
  select id, hash
  from versioning.api_key
  where hash = any ($hashes::bytea[])
    and revoked_at is null
  union all
  select id, previous_hash
  from versioning.api_key
  where previous_hash = any ($hashes::bytea[])
    and previous_until > now()
    and revoked_at is null
),
stale as (
  -- those whose use is to be recorded; a locked row is skipped, so that two replicas never deadlock
  select api_key.id
  from versioning.api_key
  join presented on presented.id = api_key.id
  where (expires_at is null or expires_at > now())
    and (last_used_at is null or last_used_at < now() - interval '1 minute')
  for update of api_key skip locked
),
used as (
  update versioning.api_key
  set last_used_at = now()
  from stale
  where api_key.id = stale.id
)
select
  presented.hash,
  api_key.id,
  name,
  prefix,
  coalesce(owner, api_key.hash) as owner,
  scopes::text[] as scopes,
  case when slug_pattern is not null then slug_pattern || other_slug_patterns end as "slugPatterns",
  expires_at as "expiresAt",
  coalesce(expires_at <= now(), false) as "isExpired"
from presented
join versioning.api_key on api_key.id = presented.id
