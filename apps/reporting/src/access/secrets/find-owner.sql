-- One row: the account of an e-mail with what its secrets need, and its membership in the organization of a
-- handle where it is a member with access. No row: no such account.
select
  account.id as "accountId",
  account.is_operator as "isOperator",
  account.api_access as "apiAccess",
  account.report_access as "reportAccess",
  account.disabled_at is not null as "isDisabled",
  membership.company_id as "companyId",
  membership.is_developer as "isDeveloper"
from reporting.account
left join lateral (
  select member.company_id, member.is_developer
  from reporting.member
  join reporting.company on company.id = member.company_id
  where member.account_id = account.id
    and member.has_access
    and lower(company.handle) = lower($company::text)
) as membership on true
where lower(account.email) = lower($email::text)
