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
  select
    'KeyRevoked',
    $actor::text,
    $actorId::integer,
    id,
    name,
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
