-- name: find-key
-- Keys that are not revoked, by the hash of their secret or of the previous one while it still works. Includes expired
-- keys, so that the response can say so. Records their use at most once a minute, so that busy keys are not written on
-- every call.
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
  -- keys whose use must be recorded; locked rows are skipped, so that two replicas never deadlock
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
  presented.hash, api_key.id, name, prefix as credential, coalesce(owner, api_key.hash) as owner,
  scopes::text[] as scopes, allows, expires_at as "expiresAt", coalesce(expires_at <= now(), false) as "isExpired",
  case when slug_pattern is not null then slug_pattern || other_slug_patterns end as "slugPatterns"
from presented
join versioning.api_key on api_key.id = presented.id

-- name: lock-keys
-- Blocks other issues, rotations and revocations until the transaction ends, so that no key is issued by one that is
-- being revoked.
select true as "isLocked"
from (select pg_advisory_xact_lock(hashtext('versioning.api_key'))) as locked

-- name: list-names-in-use
select name
from versioning.api_key
where revoked_at is null
  and (expires_at is null or expires_at > now())

-- name: issue-key
-- Issues a key and records the event. Returns no row if its issuer ($creatorId; null for the command line and for
-- bootstrap keys) has been revoked.
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
-- Gives a key a new secret; its ID, name and owner stay the same. The previous secret keeps working for $overlap
-- seconds; any earlier one stops working. Returns no row if the key has been revoked or has expired.
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
    and (expires_at is null or expires_at > now())
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
-- Whether the key $id is the key $issuerId or was issued by it, directly or indirectly.
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
-- Revokes the keys $ids and, directly or indirectly, those that they issued, because no key outlives its issuer. With
-- $withRotated also those that they rotated, whose secrets they have seen. Events from the previous release name only
-- the actor. With $issuedBefore also ends the former secrets of other keys that still work after a rotation and may
-- have been issued before that time.
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
ended as (
  update versioning.api_key
  set previous_hash = null, previous_until = null
  where created_at < $issuedBefore::timestamptz
    and previous_until > now()
    and revoked_at is null
    and id not in (select affected.id from affected)
  returning id, name, prefix
),
recorded as (
  insert into versioning.key_event (kind, actor, actor_id, key_id, key_name, detail)
  select 'FormerSecretEnded', $actor::text, $actorId::integer, id, name, null
  from ended
  union all
  select 'KeyRevoked', $actor::text, $actorId::integer, id, name,
    case
      when id = any ($ids::integer[]) then null
      when creator_id in (select affected.id from affected) then 'with the key that issued it'
      else 'with a key that rotated it'
    end
  from revoked
)
select name, prefix, 'key' as "revoked", id
from revoked
union all
select name, prefix, 'former secret', id
from ended
order by "revoked" desc, id

-- name: record-refusal
-- Records a refusal unless the same one was recorded within the last minute, so that a job that repeats a refused call
-- does not fill the table.
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
