-- One row: the account, locked until the transaction ends, so that what is counted of it is counted by one
-- transaction at a time. Rows that refer to it, such as audit events, are not held up.
select id
from reporting.account
where id = $accountId::integer
for no key update
