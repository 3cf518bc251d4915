-- A row: the key that was issued, with its event. None where the key that issues it ($creatorId; null for the
-- command line and for bootstrap keys) was revoked meanwhile.
with issued as (
  insert into versioning.api_key
    (name, prefix, hash, scopes, slug_pattern, other_slug_patterns, expires_at, creator_id, created_by)
  select
    $name::text,
    $prefix::text,
    $hash::bytea,
    $scopes::text[]::versioning.scope[],
    ($slugPatterns::text[])[1],
    coalesce(($slugPatterns::text[])[2:], '{}'),
    $expiresAt::timestamptz,
    $creatorId::integer,
    $actor::text
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
