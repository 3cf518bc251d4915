-- One row: how many statistics of the file are not in the database as the file has them.
select count(*) as kept
from staged_monthly_statistic as staged
join reporting.department on department.uuid = staged.department_id
left join reporting.monthly_statistic as present
  on present.company_id = department.company_id
  and present.month = staged.month
  and present.department_uuid = staged.department_id
  and present.member_uuid = staged.member_id
  and present.item_number = staged.category
where (
    present.required, present.validated, present.expired, present.not_completed, present.not_applicable,
    present.not_applicable_validated, present.needs_training, present.self_assessed, present.submitted, present.as_at
  )
    is distinct from
    (
      staged.required, staged.validated, staged.expired, staged.not_completed, staged.not_applicable,
      staged.not_applicable_validated, staged.needs_training, staged.self_assessed, staged.submitted, staged.as_at
    )
