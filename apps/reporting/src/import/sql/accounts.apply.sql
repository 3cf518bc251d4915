-- One row: how many accounts of the file there were, and how many were inserted. A new account takes all from the
-- file, and its rights are audited where it has any. Existing ones are not even locked here: nobody could sign in
-- to them until the import ends. One of them may still have the e-mail of a new account; that has its id for an
-- e-mail until then (accounts.update.sql).
with incoming as (
  -- the file's accounts, with their keys where they exist, and whoever has their e-mail
  select staged.*, account.id as account_id, holder.id as holder_id
  from staged_account as staged
  left join reporting.account on account.uuid = staged.id
  left join reporting.account as holder
    on $updateAccounts::boolean
    and lower(holder.email) = lower(staged.email)
  where staged.line between $from::integer and $to::integer
),
inserted as (
  insert into reporting.account (uuid, email, name, is_operator, api_access, report_access)
  select
    id,
    case when holder_id is null then email else id::text end,
    name,
    is_operator,
    api_access,
    report_access
  from incoming
  where account_id is null
  returning id, is_operator, api_access, report_access
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, detail)
  select
    'account-created',
    $actor::text,
    (select account_id from reporting.import_run where id = $run::integer) as actor_account_id,
    id,
    jsonb_build_object(
      'by', 'import',
      'startedBy', $startedBy::text,
      'isOperator', is_operator,
      'apiAccess', api_access,
      'reportAccess', report_access
    )
  from inserted
  where is_operator or api_access
)
select
  (select count(*) from incoming) as seen,
  (select count(*) from inserted) as inserted,
  0 as updated
