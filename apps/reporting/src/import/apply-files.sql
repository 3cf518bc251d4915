-- name: defer-constraints
-- An account may pass from one member to another, so uniqueness is checked once all rows are written.
set constraints reporting.member_account_id_company_id_key deferred

-- name: count-kept
-- One row: how many existing accounts have a different e-mail or different rights than in the file, and how many
-- statistics of the file are missing from the database or differ; 0 of what the import overwrites.
select
  (select count(*) from account_change where is_regranted and not $updateAccounts::boolean) as "keptAccounts",
  (
    select count(*)
    from staged_monthly_statistic as staged
    join reporting.department on department.uuid = staged.department_id
    left join reporting.monthly_statistic as present
      on present.company_id = department.company_id
      and present.month = staged.month
      and present.department_uuid = staged.department_id
      and present.member_uuid = staged.member_id
      and present.item_number = staged.category
    where not $updateHistory::boolean
      and (
        present.required, present.validated, present.expired, present.not_completed, present.not_applicable,
        present.not_applicable_validated, present.needs_training, present.self_assessed, present.submitted,
        present.as_at
      )
        is distinct from
        (
          staged.required, staged.validated, staged.expired, staged.not_completed, staged.not_applicable,
          staged.not_applicable_validated, staged.needs_training, staged.self_assessed, staged.submitted, staged.as_at
        )
  ) as "keptStatistics"

-- name: find-account-of-run
-- One row: the account that started the import; null for the command line and the service key.
select account_id as "accountId"
from reporting.import_run
where id = $run::integer

-- name: check-constraints
-- Checks the deferred constraints.
set constraints all immediate
