-- name: find-owner
-- One row: the account with an e-mail, its rights that secrets require, and the organization with a handle if it is a
-- member with access or an operator. No row if there is no such account.
select
  account.id as "accountId",
  rights.is_operator as "isOperator",
  rights.api_access as "apiAccess",
  rights.report_access as "reportAccess",
  account.disabled_at is not null as "isDisabled",
  organization.company_id as "companyId",
  organization.is_developer as "isDeveloper"
from reporting.account
join reporting.account_rights as rights on rights.account_id = account.id
left join lateral (
  select company.id as company_id, member.is_developer
  from reporting.company
  left join reporting.member_rights as member
    on member.company_id = company.id
    and member.account_id = account.id
    and member.has_access
  where lower(company.handle) = lower($company::text)
    and (member.member_id is not null or rights.is_operator)
) as organization on true
where lower(account.email) = lower($email::text)
