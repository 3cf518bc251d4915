-- One row: the account, locked until the transaction ends, so that its secrets are counted and made in turn.
-- What refers to it, as the event of a report does, is not held up.
select id
from reporting.account
where id = $accountId::integer
for no key update
