-- One row: how many existing accounts changed, where $updateAccounts. Each is locked as it is now, and a change
-- is audited. An e-mail may pass from one account to another, and its index looks at each
-- row: an e-mail that changes makes room here, and is the new one by the next statement (accounts.update.sql). An
-- account that has its id for an e-mail is new, and waits for this room.
with changing as (
  select
    account.id,
    account.uuid,
    account.email,
    account.name,
    account.is_operator,
    account.api_access,
    account.report_access,
    staged.name as new_name,
    staged.email as new_email,
    staged.is_operator as new_is_operator,
    staged.api_access as new_api_access,
    staged.report_access as new_report_access,
    lower(account.email) <> lower(staged.email) as makes_room
  from staged_account as staged
  join reporting.account on account.uuid = staged.id
  where $updateAccounts::boolean
    and account.email <> account.uuid::text
    and (account.email, account.name, account.is_operator, account.api_access, account.report_access)
      is distinct from
      (staged.email, staged.name, staged.is_operator, staged.api_access, staged.report_access)
  for no key update of account
),
updated as (
  update reporting.account as present
  set
    email = case when makes_room then present.uuid::text else new_email end,
    name = new_name,
    is_operator = new_is_operator,
    api_access = new_api_access,
    report_access = new_report_access,
    updated_at = now()
  from changing
  where present.id = changing.id
  returning 1
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, detail)
  select
    'account-updated',
    $actor::text,
    (select account_id from reporting.import_run where id = $run::integer) as actor_account_id,
    id,
    jsonb_build_object(
      'by', 'import',
      'startedBy', $startedBy::text,
      'before', jsonb_build_object(
        'email', email,
        'name', name,
        'isOperator', is_operator,
        'apiAccess', api_access,
        'reportAccess', report_access
      ),
      'after', jsonb_build_object(
        'email', new_email,
        'name', new_name,
        'isOperator', new_is_operator,
        'apiAccess', new_api_access,
        'reportAccess', new_report_access
      )
    )
  from changing
)
select 0 as inserted, (select count(*) from updated) as updated
