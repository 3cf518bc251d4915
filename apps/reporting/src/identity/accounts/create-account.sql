-- One row: the account that was made, without a password. No row: the e-mail is taken.
with created as (
  insert into reporting.account (uuid, email, name, is_operator, api_access, report_access)
  values (
    gen_random_uuid(),
    $email::text,
    $name::text,
    $isOperator::boolean,
    $apiAccess::boolean,
    $reportAccess::boolean
  )
  on conflict (lower(email)) do nothing
  returning id, uuid, is_operator, api_access, report_access
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address, detail)
  select
    'account-created',
    $actor::text,
    $actorAccountId::integer,
    id,
    $address::inet,
    jsonb_build_object(
      'isOperator', is_operator,
      'apiAccess', api_access,
      'reportAccess', report_access
    )
  from created
)
select id, uuid
from created
