-- A row: a secret of the account, by its prefix.
select
  'personal' as kind,
  null::text as name,
  secret.prefix,
  company.handle as "company",
  secret.created_at as "createdAt",
  null::timestamptz as "expiresAt",
  secret.last_used_at as "lastUsedAt"
from reporting.personal_secret as secret
join reporting.company on company.id = secret.company_id
where secret.account_id = $accountId::integer
union all
select
  'client',
  secret.name,
  secret.prefix,
  company.handle,
  secret.created_at,
  secret.expires_at,
  secret.last_used_at
from reporting.client_secret as secret
join reporting.company on company.id = secret.company_id
where secret.account_id = $accountId::integer
order by "createdAt"
