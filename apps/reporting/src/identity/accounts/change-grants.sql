-- One row: both grants of the account of that e-mail or id as they now are. No row: no such account.
-- Report access includes API access: granting it grants both, and without API access there is none
-- (docs/contract/reporting.md, "Credentials"). Null leaves a grant as it is. A change that changes
-- nothing is not audited.
with before as (
  select id, api_access, report_access
  from reporting.account
  where lower(email) = lower($email::text)
    or uuid = $accountId::uuid
  for no key update
),
after as (
  select
    id,
    coalesce($apiAccess::boolean, api_access) or coalesce($reportAccess::boolean, false)
      as api_access,
    coalesce($reportAccess::boolean, report_access) and coalesce($apiAccess::boolean, true)
      as report_access
  from before
),
updated as (
  update reporting.account
  set
    api_access = after.api_access,
    report_access = after.report_access,
    updated_at = clock_timestamp()
  from after
  join before using (id)
  where account.id = after.id
    and (after.api_access, after.report_access) is distinct from (before.api_access, before.report_access)
  returning account.id
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address, detail)
  select
    'grants-changed',
    $actor::text,
    $actorAccountId::integer,
    after.id,
    $address::inet,
    jsonb_build_object(
      'apiAccess', after.api_access,
      'reportAccess', after.report_access,
      'before', jsonb_build_object(
        'apiAccess', before.api_access,
        'reportAccess', before.report_access
      )
    )
  from after
  join before using (id)
  join updated using (id)
)
select api_access as "apiAccess", report_access as "reportAccess"
from after
