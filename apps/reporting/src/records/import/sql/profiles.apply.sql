-- One row: how many profiles were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    staged.id as uuid,
    company.id as company_id,
    staged.name,
    staged.code
  from staged_profile as staged
  join reporting.company on company.uuid = staged.company_id
),
updated as (
  update reporting.profile as present
  set
    name = incoming.name,
    code = incoming.code
  from incoming
  where present.uuid = incoming.uuid
    and (present.name, present.code)
      is distinct from (incoming.name, incoming.code)
  returning 1
),
inserted as (
  insert into reporting.profile (uuid, company_id, name, code)
  select uuid, company_id, name, code
  from incoming
  where not exists (select from reporting.profile as present where present.uuid = incoming.uuid)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
