-- name: find-sender
-- One row: an account as it is now, and its membership in an organization. No row: one of both does not exist.
select
  account.id,
  account.uuid as "accountUuid",
  account.email,
  account.name,
  rights.is_operator as "isOperator",
  rights.api_access as "apiAccess",
  rights.report_access as "reportAccess",
  account.disabled_at is not null as "isDisabled",
  jsonb_build_object(
    'id', company.id,
    'uuid', company.uuid,
    'handle', company.handle,
    'name', company.name,
    'isMember', member.member_id is not null,
    'hasAccess', coalesce(member.has_access, false),
    'isDeveloper', coalesce(member.is_developer, false)
  ) as "organization"
from reporting.account
join reporting.account_rights as rights on rights.account_id = account.id
join reporting.company on company.id = $companyId::integer
left join reporting.member_rights as member
  on member.account_id = account.id
  and member.company_id = company.id
where account.id = $accountId::integer
