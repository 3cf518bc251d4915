-- A row: an account with the rights that it holds now, by hand or from the single sign-on provider.
create or replace view reporting.account_rights as
select
  account.id as account_id,
  account.is_operator or (account.provider_operator and provider.holds) as is_operator,
  account.api_access or (account.provider_api_access and provider.holds) as api_access,
  account.report_access or (account.provider_report_access and provider.holds) as report_access
from reporting.account
cross join lateral (
  select coalesce(account.provider_rights_until > now(), false) as holds
) as provider;

-- A row: a member with the rights that the account holds in the organization now, likewise. Reports count members by
-- member.has_access alone: the provider opens an organization to somebody, and does not change its records.
create or replace view reporting.member_rights as
select
  member.id as member_id,
  member.account_id,
  member.company_id,
  member.has_access or (member.provider_access and provider.holds) as has_access,
  member.is_developer or (member.provider_developer and provider.holds) as is_developer
from reporting.member
join reporting.account on account.id = member.account_id
cross join lateral (
  select coalesce(account.provider_rights_until > now(), false) as holds
) as provider;

-- Whether an account has what an e-mail would open to whoever reads its mail: a password, a grant or the rights of an
-- operator, by hand or from the provider.
create or replace function reporting.holds_rights(account reporting.account) returns boolean
  language sql stable
return account.password_hash is not null
  or account.is_operator
  or account.api_access
  or account.report_access
  or account.provider_operator
  or account.provider_api_access
  or account.provider_report_access;
