-- A row: a bad value of affiliations.csv, by its line. A member is in a department once.
select again.line, 'departmentId' as "column", again.department_id::text as value,
  'one affiliation of a member and a department; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose key an earlier row has
  select *, min(line) over (partition by member_id, department_id) as first_line
  from staged_affiliation
  where member_id is not null and department_id is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'memberId', staged.member_id::text, 'the id of a member, in this folder or in the database'
from staged_affiliation as staged
where staged.member_id is not null
  and not exists (select from known_member as known where known.id = staged.member_id)
union all
select staged.line, 'departmentId', staged.department_id::text, 'the id of a department, in this folder or in the database'
from staged_affiliation as staged
where staged.department_id is not null
  and not exists (select from known_department as known where known.id = staged.department_id)
union all
select staged.line, 'departmentId', staged.department_id::text, 'a department of the same organization'
from staged_affiliation as staged
join known_member as owner on owner.id = staged.member_id
join known_department as known on known.id = staged.department_id
where known.company_id <> owner.company_id
order by line, "column"
limit $limit::integer
