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
