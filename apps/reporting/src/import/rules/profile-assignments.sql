-- name: before-demote
-- One row: how many assignments stopped being primary. Runs before the others are written, because the unique index on
-- a member's primary profile checks each row.
with demoted as (
  update reporting.profile_assignment as present
  set
    is_primary = false,
    requires_compliance = staged.requires_compliance
  from staged_profile_assignment as staged
  join reporting.member on member.uuid = staged.member_id
  join reporting.department on department.uuid = staged.department_id
  join reporting.profile on profile.uuid = staged.profile_id
  where present.member_id = member.id
    and present.department_id = department.id
    and present.profile_id = profile.id
    and present.is_primary
    and not staged.is_primary
  returning 1
)
select 0 as inserted, count(*) as updated
from demoted

-- name: faults
-- A row per invalid value of profile-assignments.csv. A member has at most one primary profile, which requires
-- compliance.
select line, 'requiresCompliance', requires_compliance::text, 'true, since a primary profile requires compliance'
from staged_profile_assignment
where is_primary and not requires_compliance
union all
select again.line, 'isPrimary', 'true', 'one primary profile of a member; line ' || again.first_line || ' has it'
from (
  -- primary assignments of members with an earlier one
  select line, min(line) over (partition by member_id) as first_line
  from staged_profile_assignment
  where is_primary and member_id is not null
) as again
where again.line > again.first_line
union all
select
  staged.line, 'isPrimary', 'true',
  format(
    'one primary profile of a member, who has %s in %s; add the row of that one with isPrimary false, '
    'or give {replace} with files that are whole',
    profile.name, department.name
  )
from staged_profile_assignment as staged
join reporting.member on member.uuid = staged.member_id
join reporting.profile_assignment as present on present.member_id = member.id and present.is_primary
join reporting.department on department.id = present.department_id
join reporting.profile on profile.id = present.profile_id
join reporting.company on company.id = present.company_id
where staged.is_primary
  and not exists (
    -- the file contains the other assignment, too
    select
    from staged_profile_assignment as other
    where other.member_id = member.uuid
      and other.department_id = department.uuid
      and other.profile_id = profile.uuid
  )
  and not exists (select from replaced where file = 'profile-assignments.csv' and member_id = member.uuid)
  and not ($replace::boolean and company.uuid in (select id from staged_company))
  -- an undo deletes the other one if it was inserted
  and $undoes::integer is null
