-- A row: a profile that is assigned to a member of the account in a department.
select
  company.handle as "company",
  department.name as "department",
  profile.uuid as "profileId",
  profile.name as "profile",
  assignment.is_primary as "isPrimary",
  assignment.requires_compliance as "requiresCompliance"
from reporting.profile_assignment as assignment
join reporting.member on member.id = assignment.member_id
join reporting.company on company.id = assignment.company_id
join reporting.department on department.id = assignment.department_id
join reporting.profile on profile.id = assignment.profile_id
where member.account_id = $accountId::integer
order by company.handle, department.name, profile.name, profile.uuid
