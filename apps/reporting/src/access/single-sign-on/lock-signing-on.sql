-- Locks an account until the transaction ends, also against memberships that others add; a later statement sees those
-- that were added before.
select id
from reporting.account
where id = $accountId::integer
for update
