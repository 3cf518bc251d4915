-- A row: a member of an organization with access and report access, by name.
select
  known.uuid as "memberId",
  account.name,
  account.email,
  account.id = $accountId::integer as "isCaller"
from reporting.member as known
join reporting.member_rights as member on member.member_id = known.id
join reporting.account_rights as rights on rights.account_id = known.account_id
join reporting.account on account.id = known.account_id
where known.company_id = $companyId::integer
  and member.has_access
  and rights.report_access
  and account.disabled_at is null
order by account.name_folded, known.uuid
