-- A row: an organization that the account has access to, or the one that the sign-in names.
select
  company.id,
  company.uuid,
  coalesce(member.has_access, false) as "hasAccess",
  coalesce(lower(company.handle) = lower($handle::text), false) as "isNamed"
from reporting.company
left join reporting.member_rights as member
  on member.company_id = company.id
  and member.account_id = $accountId::integer
where member.has_access
  or lower(company.handle) = lower($handle::text)
