-- One row: how many accounts were inserted and updated. An existing account takes its name from the file; its
-- e-mail and its rights only when $updatesAccounts, and then each change of them is audited. So is a new operator.
with incoming as (
  -- the file's accounts as they will be, beside what they are
  select
    staged.id as uuid,
    staged.name,
    account.id as account_id,
    case when keeps.own then account.email else staged.email end as email,
    case when keeps.own then account.is_operator else staged.is_operator end as is_operator,
    case when keeps.own then account.api_access else staged.api_access end as api_access,
    case when keeps.own then account.report_access else staged.report_access end as report_access
  from staged_account as staged
  left join reporting.account on account.uuid = staged.id
  cross join lateral (select account.id is not null and not $updatesAccounts::boolean as own) as keeps
  where staged.line between $from::integer and $to::integer
),
before as (
  select account.*
  from reporting.account
  join incoming on incoming.account_id = account.id
),
updated as (
  update reporting.account as present
  set
    email = incoming.email,
    name = incoming.name,
    is_operator = incoming.is_operator,
    api_access = incoming.api_access,
    report_access = incoming.report_access,
    updated_at = now()
  from incoming
  where present.id = incoming.account_id
    and (present.email, present.name, present.is_operator, present.api_access, present.report_access)
      is distinct from
      (incoming.email, incoming.name, incoming.is_operator, incoming.api_access, incoming.report_access)
  returning present.id
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, detail)
  select
    'account-updated',
    $startedBy::text,
    before.id,
    jsonb_build_object(
      'by', 'import',
      'before', jsonb_build_object(
        'email', before.email,
        'isOperator', before.is_operator,
        'apiAccess', before.api_access,
        'reportAccess', before.report_access
      ),
      'after', jsonb_build_object(
        'email', incoming.email,
        'isOperator', incoming.is_operator,
        'apiAccess', incoming.api_access,
        'reportAccess', incoming.report_access
      )
    )
  from before
  join incoming on incoming.account_id = before.id
  where (before.email, before.is_operator, before.api_access, before.report_access)
    is distinct from
    (incoming.email, incoming.is_operator, incoming.api_access, incoming.report_access)
),
inserted as (
  insert into reporting.account (uuid, email, name, is_operator, api_access, report_access)
  select uuid, email, name, is_operator, api_access, report_access
  from incoming
  where account_id is null
  returning id, is_operator
),
audited_operators as (
  insert into reporting.audit_event (kind, actor, account_id, detail)
  select
    'account-created',
    $startedBy::text,
    id,
    jsonb_build_object('by', 'import', 'isOperator', is_operator)
  from inserted
  where is_operator
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
