-- A row: an event, the newest first; of those before the event $before alone, and of the keys of $keyIds alone, where
-- they are given. Each case is read by its own index, whatever the parameters of the plan are.
with page as (
  (
    select id
    from versioning.key_event
    where $keyIds::integer[] is null
      and id < coalesce($before::bigint, 9223372036854775807)
    order by id desc
    limit $limit::integer
  )
  union all
  (
    select id
    from versioning.key_event
    where key_id = any ($keyIds::integer[])
      and id < coalesce($before::bigint, 9223372036854775807)
    order by id desc
    limit $limit::integer
  )
)
select
  id::text as "Id",
  number as "Number",
  at as "At",
  kind as "Kind",
  actor as "Actor",
  actor_id::text as "ActorId",
  key_id::text as "KeyId",
  key_name as "KeyName",
  detail as "Detail"
from page
join versioning.key_event using (id)
order by id desc
