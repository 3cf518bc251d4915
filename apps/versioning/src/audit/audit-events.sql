-- name: list-events
-- Events of the keys $keyIds, or of all keys if null. With $after, those with a greater number, in order of numbers;
-- otherwise newest first, before the event $before if given. Each case uses its own index even in a generic plan.
with page as (
  (
    select id
    from versioning.key_event
    where $after::bigint is null
      and $keyIds::integer[] is null
      and id < coalesce($before::bigint, 9223372036854775807)
    order by id desc
    limit $limit::integer
  )
  union all
  (
    select id
    from versioning.key_event
    where $after::bigint is null
      and key_id = any ($keyIds::integer[])
      and id < coalesce($before::bigint, 9223372036854775807)
    order by id desc
    limit $limit::integer
  )
  union all
  (
    select id
    from versioning.key_event
    where number > $after::bigint
      and ($keyIds::integer[] is null or key_id = any ($keyIds::integer[]))
    order by number
    limit $limit::integer
  )
)
select
  id::text as "Id", number as "Number", at as "At", kind as "Kind", actor as "Actor", actor_id::text as "ActorId",
  key_id::text as "KeyId", key_name as "KeyName", detail as "Detail"
from page
join versioning.key_event using (id)
order by case when $after::bigint is null then -id else number end

-- name: purge-events
-- Deletes events past their retention, a slice at a time, so that locks are held only briefly. Locked rows are left to
-- a later run.
with old as (
  select id
  from versioning.key_event
  where at < now() - make_interval(days => $retentionDays::integer)
  order by at
  limit 10000
  for update skip locked
)
delete from versioning.key_event
where id in (select id from old)
