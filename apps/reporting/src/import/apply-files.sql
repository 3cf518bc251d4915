-- name: defer-constraints
-- An account's place may pass from one member to another: judged when all is in.
set constraints reporting.member_account_id_company_id_key deferred

-- name: count-kept-accounts
-- One row: how many existing accounts have another e-mail or other rights than the file gives them.
select count(*) as kept
from staged_account as staged
join reporting.account on account.uuid = staged.id
where (account.email, account.is_operator, account.api_access, account.report_access)
  is distinct from (staged.email, staged.is_operator, staged.api_access, staged.report_access)

-- name: count-kept-statistics
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

-- name: find-account-of-run
-- One row: the account that started the import; null for the command and the service key.
select account_id as "accountId"
from reporting.import_run
where id = $run::integer

-- name: check-constraints
-- Checks what was deferred.
set constraints all immediate
