-- One row: how many assignments were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    member.company_id,
    member.id as member_id,
    department.id as department_id,
    profile.id as profile_id,
    staged.is_primary,
    staged.requires_compliance
  from staged_profile_assignment as staged
  join reporting.member on member.uuid = staged.member_id
  join reporting.department on department.uuid = staged.department_id
  join reporting.profile on profile.uuid = staged.profile_id
),
updated as (
  update reporting.profile_assignment as present
  set
    is_primary = incoming.is_primary,
    requires_compliance = incoming.requires_compliance
  from incoming
  where present.member_id = incoming.member_id and present.department_id = incoming.department_id and present.profile_id = incoming.profile_id
    and (present.is_primary, present.requires_compliance)
      is distinct from (incoming.is_primary, incoming.requires_compliance)
  returning 1
),
inserted as (
  insert into reporting.profile_assignment (company_id, member_id, department_id, profile_id, is_primary, requires_compliance)
  select company_id, member_id, department_id, profile_id, is_primary, requires_compliance
  from incoming
  where not exists (select from reporting.profile_assignment as present where present.member_id = incoming.member_id and present.department_id = incoming.department_id and present.profile_id = incoming.profile_id)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
