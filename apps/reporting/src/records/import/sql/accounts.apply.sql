-- One row: how many accounts were inserted and updated. A new account takes all from the file, and its rights are
-- audited where it has any. An existing one takes its name, and its e-mail where $updatesAccounts; its rights are
-- never written here, since somebody else may be changing them.
with incoming as (
  -- the file's accounts, with their keys where they exist
  select staged.*, account.id as account_id
  from staged_account as staged
  left join reporting.account on account.uuid = staged.id
  where staged.line between $from::integer and $to::integer
),
updated as (
  update reporting.account as present
  set
    email = case when $updatesAccounts::boolean then incoming.email else present.email end,
    name = incoming.name,
    updated_at = now()
  from incoming
  where present.id = incoming.account_id
    and (present.name <> incoming.name or ($updatesAccounts::boolean and present.email <> incoming.email))
  returning 1
),
inserted as (
  insert into reporting.account (uuid, email, name, is_operator, api_access, report_access)
  select id, email, name, is_operator, api_access, report_access
  from incoming
  where account_id is null
  returning id, is_operator, api_access, report_access
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, detail)
  select
    'account-created',
    $startedBy::text,
    id,
    jsonb_build_object(
      'by', 'import',
      'isOperator', is_operator,
      'apiAccess', api_access,
      'reportAccess', report_access
    )
  from inserted
  where is_operator or api_access
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
