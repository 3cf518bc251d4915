-- One row: how many competencies were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    staged.id as uuid,
    company.id as company_id,
    staged.number,
    staged.name,
    staged.criticality
  from staged_competency as staged
  join reporting.company on company.uuid = staged.company_id
),
updated as (
  update reporting.competency as present
  set
    number = incoming.number,
    name = incoming.name,
    criticality = incoming.criticality
  from incoming
  where present.uuid = incoming.uuid
    and (present.number, present.name, present.criticality)
      is distinct from (incoming.number, incoming.name, incoming.criticality)
  returning 1
),
inserted as (
  insert into reporting.competency (uuid, company_id, number, name, criticality)
  select uuid, company_id, number, name, criticality
  from incoming
  where not exists (select from reporting.competency as present where present.uuid = incoming.uuid)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
