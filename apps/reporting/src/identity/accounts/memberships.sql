-- name: lock-membership
-- Locks a membership: records of it that another transaction is adding are committed before, or are refused.
select id
from reporting.member
where account_id = $accountId::integer
  and company_id = $companyId::integer
for update
