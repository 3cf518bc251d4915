select id
from reporting.account
where id = $accountId::integer
for update
