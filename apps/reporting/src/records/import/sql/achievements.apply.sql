-- One row: how many achievements were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    staged.id as uuid,
    company.id as company_id,
    staged.name,
    staged.type as measurement
  from staged_achievement as staged
  join reporting.company on company.uuid = staged.company_id
),
updated as (
  update reporting.achievement as present
  set
    name = incoming.name,
    measurement = incoming.measurement
  from incoming
  where present.uuid = incoming.uuid
    and (present.name, present.measurement)
      is distinct from (incoming.name, incoming.measurement)
  returning 1
),
inserted as (
  insert into reporting.achievement (uuid, company_id, name, measurement)
  select uuid, company_id, name, measurement
  from incoming
  where not exists (select from reporting.achievement as present where present.uuid = incoming.uuid)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
