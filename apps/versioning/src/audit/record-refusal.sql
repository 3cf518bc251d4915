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
