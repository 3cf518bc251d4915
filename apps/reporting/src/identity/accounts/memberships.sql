-- name: lock-membership
-- Locks a membership, so that records being added concurrently are either committed first or rejected.
select id
from reporting.member
where account_id = $accountId::integer
  and company_id = $companyId::integer
for update

-- name: find-unknown-departments
-- A row per department that does not belong to the organization, with its index in the list.
select given.position::integer - 1 as "position", given.uuid as "id"
from unnest($departments::uuid[]) with ordinality as given (uuid, position)
where not exists (
  select
  from reporting.department
  where department.uuid = given.uuid
    and department.company_id = $companyId::integer
)
order by given.position
