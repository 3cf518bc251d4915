-- A row: a key that was revoked: one of $ids, or one that such a key issued, since no key outlives its
-- creator.
with recursive affected as (
  select id
  from versioning.api_key
  where id = any ($ids::integer[])
  union
  select created.id
  from versioning.api_key as created
  join affected on created.creator_id = affected.id
),
revoked as (
  update versioning.api_key
  set revoked_at = now()
  from affected
  where api_key.id = affected.id
    and revoked_at is null
  returning api_key.id, name, prefix
),
recorded as (
  insert into versioning.key_event (kind, actor, key_id, key_name, detail)
  select
    'KeyRevoked',
    $actor::text,
    id,
    name,
    case when id <> all ($ids::integer[]) then 'with the key that issued it' end
  from revoked
)
select id, name, prefix
from revoked
order by id
