-- A row: an affiliation of a member that directory contacts list, whatever its function.
--
-- Order: member name, id, department name, id.
select
  member.uuid as "memberId",
  account.name as "memberName",
  account.email,
  department.uuid as "departmentId",
  department.name as "departmentName",
  affiliation.function
from reporting.member
join reporting.account on account.id = member.account_id
join reporting.affiliation on affiliation.member_id = member.id
join reporting.department on department.id = affiliation.department_id
where member.company_id = $organization::integer
  and member.id in (
    -- the members reported on
    select member_id from reporting.counted_affiliation($organization::integer)
  )
order by account.name_folded, member.uuid, department.name_folded, department.uuid
