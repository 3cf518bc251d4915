-- A row: a link of the account to a person at a sign-on provider.
select issuer, subject, created_at as "createdAt"
from reporting.account_identity
where account_id = $accountId::integer
order by issuer
