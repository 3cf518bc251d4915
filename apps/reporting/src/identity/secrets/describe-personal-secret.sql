-- One row: the account's personal secret and its organization, null where it has none, and whether the account
-- has the Developer role there, else in the organization of $companyId.
select
  personal_secret.prefix,
  personal_secret.created_at as "generatedAt",
  personal_secret.last_used_at as "lastUsedAt",
  company.uuid as "companyId",
  company.handle as "companyHandle",
  coalesce(member.has_access and member.is_developer, false) as "isDeveloper"
from reporting.account
left join reporting.personal_secret on personal_secret.account_id = account.id
left join reporting.company on company.id = personal_secret.company_id
left join reporting.member_rights as member
  on member.account_id = account.id
  and member.company_id = coalesce(personal_secret.company_id, $companyId::integer)
where account.id = $accountId::integer
