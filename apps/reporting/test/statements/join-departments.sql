-- Adds a member to many departments with names of the maximum length.
with added as (
  insert into reporting.department (uuid, company_id, name, is_facility)
  select gen_random_uuid(), member.company_id, repeat(U&'\+01F6E2', 200), true
  from reporting.member
  cross join generate_series(1, $count::integer)
  where member.id = $member::integer
  returning id, company_id
)
insert into reporting.affiliation (company_id, member_id, department_id, function)
select company_id, $member::integer, id, 'Department'
from added
