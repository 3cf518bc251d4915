-- A row: a bad value of profile-assignments.csv, by its line. A member has one primary profile at most, and it requires compliance.
select again.line, 'profileId' as "column", again.profile_id::text as value,
  'one assignment of a member, a department and a profile; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose key an earlier row has
  select *, min(line) over (partition by member_id, department_id, profile_id) as first_line
  from staged_profile_assignment
  where member_id is not null and department_id is not null and profile_id is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'memberId', staged.member_id::text, 'the id of a member, in this folder or in the database'
from staged_profile_assignment as staged
where staged.member_id is not null
  and not exists (select from known_member as known where known.id = staged.member_id)
union all
select staged.line, 'departmentId', staged.department_id::text, 'the id of a department, in this folder or in the database'
from staged_profile_assignment as staged
where staged.department_id is not null
  and not exists (select from known_department as known where known.id = staged.department_id)
union all
select staged.line, 'profileId', staged.profile_id::text, 'the id of a profile, in this folder or in the database'
from staged_profile_assignment as staged
where staged.profile_id is not null
  and not exists (select from known_profile as known where known.id = staged.profile_id)
union all
select staged.line, 'departmentId', staged.department_id::text, 'a department of the same organization'
from staged_profile_assignment as staged
join known_member as owner on owner.id = staged.member_id
join known_department as known on known.id = staged.department_id
where known.company_id <> owner.company_id
union all
select staged.line, 'profileId', staged.profile_id::text, 'a profile of the same organization'
from staged_profile_assignment as staged
join known_member as owner on owner.id = staged.member_id
join known_profile as known on known.id = staged.profile_id
where known.company_id <> owner.company_id
union all
select line, 'requiresCompliance', requires_compliance::text, 'true, since a primary profile requires compliance'
from staged_profile_assignment
where is_primary and not requires_compliance
union all
select again.line, 'isPrimary', 'true', 'one primary profile of a member; line ' || again.first_line || ' has it'
from (
  -- primary rows of members who have an earlier one
  select line, min(line) over (partition by member_id) as first_line
  from staged_profile_assignment
  where is_primary and member_id is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'isPrimary', 'true', 'one primary profile of a member, who has another in the database'
from staged_profile_assignment as staged
join reporting.member on member.uuid = staged.member_id
join reporting.profile_assignment as present on present.member_id = member.id and present.is_primary
join reporting.department on department.id = present.department_id
join reporting.profile on profile.id = present.profile_id
join reporting.company on company.id = present.company_id
where staged.is_primary
  and not exists (
    -- the file says what becomes of the other one
    select
    from staged_profile_assignment as other
    where other.member_id = member.uuid
      and other.department_id = department.uuid
      and other.profile_id = profile.uuid
  )
  and not ($replaces::boolean and company.uuid in (select id from staged_company))
order by line, "column"
limit $limit::integer
