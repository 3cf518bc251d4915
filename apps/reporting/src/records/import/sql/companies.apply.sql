-- One row: how many organizations were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    staged.id as uuid,
    staged.handle,
    staged.name
  from staged_company as staged
),
updated as (
  update reporting.company as present
  set
    handle = incoming.handle,
    name = incoming.name,
    updated_at = now()
  from incoming
  where present.uuid = incoming.uuid
    and (present.handle, present.name)
      is distinct from (incoming.handle, incoming.name)
  returning 1
),
inserted as (
  insert into reporting.company (uuid, handle, name)
  select uuid, handle, name
  from incoming
  where not exists (select from reporting.company as present where present.uuid = incoming.uuid)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
