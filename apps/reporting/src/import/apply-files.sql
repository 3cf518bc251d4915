-- name: defer-constraints
-- An account may pass from one member to another, so uniqueness is checked once all rows are written.
set constraints reporting.member_account_id_company_id_key deferred

-- name: count-kept-accounts
-- One row: how many existing accounts keep an e-mail or rights that differ from the file.
select count(*) as kept
from account_change
where is_regranted
  and not $updateAccounts::boolean

-- name: find-account-of-run
-- One row: the account that started the import; null for the command line and the service key.
select account_id as "accountId"
from reporting.import_run
where id = $run::integer

-- name: check-constraints
-- Checks the deferred constraints.
set constraints all immediate
