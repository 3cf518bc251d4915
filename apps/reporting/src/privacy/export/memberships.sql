-- A row: a membership of the account.
select
  member.uuid as "id",
  company.handle as "company",
  company.name as "companyName",
  member.code,
  member.person_type as "personType",
  member.job_title as "jobTitle",
  member.has_access as "hasAccess",
  member.is_developer as "isDeveloper",
  member.provider_access as "hasAccessByProvider",
  member.provider_developer as "isDeveloperByProvider"
from reporting.member
join reporting.company on company.id = member.company_id
where member.account_id = $accountId::integer
order by company.handle
