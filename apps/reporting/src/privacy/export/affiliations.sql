-- A row: a department of a member of the account.
select
  company.handle as "company",
  department.uuid as "departmentId",
  department.name as "department",
  affiliation.function
from reporting.affiliation
join reporting.member on member.id = affiliation.member_id
join reporting.company on company.id = affiliation.company_id
join reporting.department on department.id = affiliation.department_id
where member.account_id = $accountId::integer
order by company.handle, department.name, department.uuid
