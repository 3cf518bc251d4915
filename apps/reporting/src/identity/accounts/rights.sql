-- name: change-grants
-- Changes the grants of the account with this e-mail or ID. Report access includes API access: granting it grants both,
-- and withdrawing API access withdraws both (docs/contract/reporting.md, "Credentials"). Null leaves a grant unchanged.
-- Audited if anything changes. One row: both grants. No row if there is no such account.
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
  select 'grants-changed', $actor::text, $actorAccountId::integer, after.id, $address::inet,
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
