-- name: monthly-statistics
-- A row per monthly statistic in import format, except for departments and members that no longer exist, to which an
-- import could not refer.
select
  member.uuid as "memberId",
  department.uuid as "departmentId",
  to_char(statistic.month, 'YYYY-MM') as "month",
  statistic.as_at as "asAt",
  case statistic.item_number when 1 then 'Primary' else 'Secondary' end as "category",
  statistic.required as "required",
  statistic.validated as "validated",
  statistic.expired as "expired",
  statistic.not_completed as "notCompleted",
  statistic.not_applicable as "notApplicable",
  statistic.not_applicable_validated as "notApplicableValidated",
  statistic.needs_training as "needsTraining",
  statistic.self_assessed as "selfAssessed",
  statistic.submitted as "submitted",
  statistic.validated + statistic.not_applicable_validated as "completed",
  coalesce(
    reporting.share(statistic.required - statistic.not_completed - statistic.expired, statistic.required), 1
  ) as "progress",
  coalesce(
    reporting.share(statistic.validated + statistic.not_applicable_validated, statistic.required), 1
  ) as "score"
from reporting.monthly_statistic as statistic
join reporting.department
  on department.uuid = statistic.department_uuid
  and department.company_id = statistic.company_id
join reporting.member
  on member.uuid = statistic.member_uuid
  and member.company_id = statistic.company_id
where $organization::integer is null
  or statistic.company_id = $organization::integer
order by
  statistic.company_id,
  statistic.month,
  statistic.department_uuid,
  statistic.member_uuid,
  statistic.item_number
