-- name: find-key
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
  prefix as credential,
  coalesce(owner, api_key.hash) as owner,
  scopes::text[] as scopes,
  allows,
  case when slug_pattern is not null then slug_pattern || other_slug_patterns end as "slugPatterns",
  expires_at as "expiresAt",
  coalesce(expires_at <= now(), false) as "isExpired"
from presented
join versioning.api_key on api_key.id = presented.id

-- name: lock-keys
-- Until the transaction ends, nobody else issues, rotates or revokes a key: none is issued by a key that is
-- being revoked.
select true as "isLocked"
from (select pg_advisory_xact_lock(hashtext('versioning.api_key'))) as locked

-- name: list-names-in-use
-- A row: the name of a key that works.
select name
from versioning.api_key
where revoked_at is null
  and (expires_at is null or expires_at > now())

-- name: issue-key
-- A row: the key that was issued, with its event. None where the key that issues it ($creatorId; null for the
-- command line and for bootstrap keys) was revoked meanwhile.
with issued as (
  insert into versioning.api_key
    (name, prefix, hash, scopes, allows, slug_pattern, other_slug_patterns, expires_at, creator_id, created_by)
  select $name::text, $prefix::text, $hash::bytea, $scopes::text[]::versioning.scope[], $allows::jsonb,
    ($slugPatterns::text[])[1], coalesce(($slugPatterns::text[])[2:], '{}'), $expiresAt::timestamptz,
    $creatorId::integer, $actor::text
  where $creatorId::integer is null
    or exists (
      select from versioning.api_key as creator
      where creator.id = $creatorId::integer and creator.revoked_at is null
    )
  returning id, name, created_at
),
recorded as (
  insert into versioning.key_event (kind, actor, actor_id, key_id, key_name, detail)
  select 'KeyIssued', $actor::text, $creatorId::integer, id, name, $detail::text
  from issued
)
select id, created_at as "createdAt"
from issued

-- name: rotate-key
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
  select 'KeyRotated', $actor::text, $actorId::integer, id, name,
    format('the former secret works for %s s', $overlap::integer)
  from rotated
)
select id
from rotated

-- name: is-issued-by
-- One row: whether the key $id is the key $issuerId, or was issued by it, also through keys that it issued.
with recursive lineage as (
  -- the key and all its issuers
  select id, creator_id
  from versioning.api_key
  where id = $id::integer
  union
  select issuer.id, issuer.creator_id
  from lineage
  join versioning.api_key as issuer on issuer.id = lineage.creator_id
)
select exists (select from lineage where id = $issuerId::integer) as "isIssued"

-- name: revoke-keys
-- A row: a key that was revoked: one of $ids, or one that such a key issued, since no key outlives its issuer. With
-- $withRotated also one that such a key rotated, whose secret it knew. Events of the previous release name the actor
-- alone.
with recursive affected as (
  select id, name, created_at
  from versioning.api_key
  where id = any ($ids::integer[])
  union
  select made.id, made.name, made.created_at
  from affected
  join versioning.api_key as made
    on made.creator_id = affected.id
    or $withRotated::boolean and exists (
      select
      from versioning.key_event as rotation
      where rotation.kind = 'KeyRotated'
        and rotation.key_id = made.id
        and (
          rotation.actor_id = affected.id
          or rotation.actor_id is null
            and rotation.actor = affected.name
            and rotation.at >= affected.created_at
        )
    )
),
revoked as (
  update versioning.api_key
  set revoked_at = now()
  from affected
  where api_key.id = affected.id
    and revoked_at is null
  returning api_key.id, api_key.name, prefix, creator_id
),
recorded as (
  insert into versioning.key_event (kind, actor, actor_id, key_id, key_name, detail)
  select 'KeyRevoked', $actor::text, $actorId::integer, id, name,
    case
      when id = any ($ids::integer[]) then null
      when creator_id in (select affected.id from affected) then 'with the key that issued it'
      else 'with a key that rotated it'
    end
  from revoked
)
select id, name, prefix
from revoked
order by id

-- name: record-refusal
-- Records a refusal, unless the same one was recorded within the last minute: a job that repeats a refused call
-- must not fill the table.
insert into versioning.key_event (kind, actor, actor_id, key_id, key_name, detail)
select 'KeyRefused', $name::text, $id::integer, $id::integer, $name::text, $reason::text
where not exists (
  select
  from versioning.key_event
  where at > now() - interval '1 minute'
    and kind = 'KeyRefused'
    and key_name = $name::text
    and key_id is not distinct from $id::integer
    and detail = $reason::text
)
