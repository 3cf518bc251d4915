-- One row: the account that makes a change, which is not erased until the transaction ends. No row: it was erased.
select id
from reporting.account
where id = $actorAccountId::integer
for key share
