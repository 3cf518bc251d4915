-- One row: how many totals were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    department.company_id,
    department.uuid as department_uuid,
    staged.measurement,
    staged.profile_condition,
    staged.snapshot_date,
    staged.required,
    staged.satisfied
  from staged_compliance_snapshot as staged
  join reporting.department on department.uuid = staged.department_id
),
updated as (
  update reporting.compliance_snapshot as present
  set
    required = incoming.required,
    satisfied = incoming.satisfied
  from incoming
  where present.company_id = incoming.company_id and present.profile_condition = incoming.profile_condition and present.department_uuid = incoming.department_uuid and present.measurement = incoming.measurement and present.snapshot_date = incoming.snapshot_date
    and (present.required, present.satisfied)
      is distinct from (incoming.required, incoming.satisfied)
  returning 1
),
inserted as (
  insert into reporting.compliance_snapshot (company_id, department_uuid, measurement, profile_condition, snapshot_date, required, satisfied)
  select company_id, department_uuid, measurement, profile_condition, snapshot_date, required, satisfied
  from incoming
  where not exists (select from reporting.compliance_snapshot as present where present.company_id = incoming.company_id and present.profile_condition = incoming.profile_condition and present.department_uuid = incoming.department_uuid and present.measurement = incoming.measurement and present.snapshot_date = incoming.snapshot_date)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
