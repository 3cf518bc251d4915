-- name: find-selection
-- A row: a department or a member of a request, with its key and name; null where the organization has none
-- of this id.
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
union all
select 'members', given.position::integer, given.uuid, member.id, account.name
from unnest($members::uuid[]) with ordinality as given (uuid, position)
left join (
  reporting.member
  join reporting.account on account.id = member.account_id
)
  on member.uuid = given.uuid
  and member.company_id = $organization::integer
order by "list", "position"
