-- name: list-events-before
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

-- name: list-events-after
-- A row: an event with a greater number than $after, by number; of the keys of $keyIds alone where they are given.
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
from versioning.key_event
where number > $after::bigint
  and ($keyIds::integer[] is null or key_id = any ($keyIds::integer[]))
order by number
limit $limit::integer

-- name: purge-events
-- One row: how many events were deleted that have been kept long enough. A slice at a time, so that no purge
-- times out or holds its locks for long; what another transaction holds is left to a later run.
with old as (
  select id
  from versioning.key_event
  where at < now() - make_interval(days => $retentionDays::integer)
  order by at
  limit 10000
  for update skip locked
),
purged as (
  delete from versioning.key_event
  where id in (select id from old)
  returning id
)
select count(*) as "purged"
from purged
