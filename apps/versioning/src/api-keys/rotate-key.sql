-- A row: the key, which has a new secret and keeps its id, its name and what is stored under its owner. The
-- former secret works for $overlap seconds; the one before it no longer does.
with rotated as (
  update versioning.api_key
  set
    owner = coalesce(owner, hash),
    previous_hash = case when $overlap::integer > 0 then hash end,
    previous_until = case when $overlap::integer > 0 then now() + make_interval(secs => $overlap::integer) end,
    hash = $hash::bytea,
    prefix = $prefix::text,
    former_prefixes = former_prefixes || prefix,
    rotated_at = now()
  where id = $id::integer
    and revoked_at is null
  returning id, name
),
recorded as (
  insert into versioning.key_event (kind, actor, actor_id, key_id, key_name, detail)
  select
    'KeyRotated',
    $actor::text,
    $actorId::integer,
    id,
    name,
    format('the former secret works for %s s', $overlap::integer)
  from rotated
)
select id
from rotated
