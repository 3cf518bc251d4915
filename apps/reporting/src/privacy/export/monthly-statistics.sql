-- A row: a monthly statistic of a member of the account.
select
  company.handle as "company",
  statistic.month,
  statistic.department_uuid as "departmentId",
  statistic.department_name as "department",
  statistic.member_name as "memberName",
  statistic.item_number as "itemNumber",
  statistic.required,
  statistic.validated,
  statistic.expired,
  statistic.not_completed as "notCompleted",
  statistic.not_applicable as "notApplicable",
  statistic.not_applicable_validated as "notApplicableValidated",
  statistic.needs_training as "needsTraining",
  statistic.self_assessed as "selfAssessed",
  statistic.submitted,
  statistic.as_at as "asAt"
from reporting.member
join reporting.monthly_statistic as statistic
  on statistic.company_id = member.company_id
  and statistic.member_uuid = member.uuid
join reporting.company on company.id = member.company_id
where member.account_id = $accountId::integer
order by company.handle, statistic.month, statistic.department_uuid, statistic.item_number
