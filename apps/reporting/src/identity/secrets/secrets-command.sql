-- name: find-owner
-- One row: the organization with a handle, and the account's rights that secrets require there. No row unless the
-- account is a member with access or an operator.
select
  company.id as "companyId",
  rights.is_operator as "isOperator",
  rights.api_access as "apiAccess",
  rights.report_access as "reportAccess",
  account.disabled_at is not null as "isDisabled",
  member.is_developer as "isDeveloper"
from reporting.account
join reporting.account_rights as rights on rights.account_id = account.id
join reporting.company on lower(company.handle) = lower($company::text)
left join reporting.member_rights as member
  on member.company_id = company.id
  and member.account_id = account.id
  and member.has_access
where account.id = $accountId::integer
  and (member.member_id is not null or rights.is_operator)
