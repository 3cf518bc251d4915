-- name: lock-membership
-- Locks a membership: records of it that another transaction is adding are committed before, or are refused.
select id
from reporting.member
where account_id = $accountId::integer
  and company_id = $companyId::integer
for update

-- name: find-unknown-departments
-- A row: a department that the organization does not have, by its place in the list, from 0.
select given.position::integer - 1 as "position", given.uuid as "id"
from unnest($departments::uuid[]) with ordinality as given (uuid, position)
where not exists (
  select
  from reporting.department
  where department.uuid = given.uuid
    and department.company_id = $companyId::integer
)
order by given.position
