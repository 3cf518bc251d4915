-- One row: how many departments were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    staged.id as uuid,
    company.id as company_id,
    staged.name,
    staged.code,
    staged.is_facility
  from staged_department as staged
  join reporting.company on company.uuid = staged.company_id
),
updated as (
  update reporting.department as present
  set
    name = incoming.name,
    code = incoming.code,
    is_facility = incoming.is_facility
  from incoming
  where present.uuid = incoming.uuid
    and (present.name, present.code, present.is_facility)
      is distinct from (incoming.name, incoming.code, incoming.is_facility)
  returning 1
),
inserted as (
  insert into reporting.department (uuid, company_id, name, code, is_facility)
  select uuid, company_id, name, code, is_facility
  from incoming
  where not exists (select from reporting.department as present where present.uuid = incoming.uuid)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
