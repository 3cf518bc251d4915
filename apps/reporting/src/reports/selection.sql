-- name: find-selection
-- A row per requested department and member, with its key and name, which are null if none with this ID is shown. If no
-- department is requested and $shown limits them, the shown departments.
select
  'departments' as "list",
  given.position::integer as "position",
  given.uuid as "id",
  department.id as "key",
  department.name as "name"
from unnest($departments::uuid[]) with ordinality as given (uuid, position)
left join reporting.department
  on department.uuid = given.uuid
  and department.company_id = $organization::integer
  and ($shown::integer[] is null or department.id = any ($shown::integer[]))
union all
select
  'departments',
  row_number() over (order by name_folded, uuid)::integer,
  uuid,
  id,
  name
from reporting.department
where company_id = $organization::integer
  and id = any ($shown::integer[])
  and cardinality($departments::uuid[]) = 0
union all
select 'members', given.position::integer, given.uuid, member.id, account.name
from unnest($members::uuid[]) with ordinality as given (uuid, position)
left join (
  reporting.member
  join reporting.account on account.id = member.account_id
)
  on member.uuid = given.uuid
  and member.company_id = $organization::integer
  and (
    $shown::integer[] is null
    or exists (
      select
      from reporting.affiliation
      where affiliation.member_id = member.id
        and affiliation.department_id = any ($shown::integer[])
    )
  )
order by "list", "position"
