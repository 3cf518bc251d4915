-- name: change-grants
-- Changes the grants of an account. Report access includes API access: granting it grants both, and withdrawing API
-- access withdraws both (docs/contract/reporting.md, "Credentials"). Null leaves a grant unchanged. Audited if
-- anything changes. One row: both grants. No row if the account does not exist.
with before as (
  select id, api_access as "apiAccess", report_access as "reportAccess"
  from reporting.account
  where uuid = $accountId::uuid
  for no key update
),
after as (
  select
    id,
    coalesce($apiAccess::boolean, "apiAccess") or coalesce($reportAccess::boolean, false) as "apiAccess",
    coalesce($reportAccess::boolean, "reportAccess") and coalesce($apiAccess::boolean, true) as "reportAccess"
  from before
),
updated as (
  update reporting.account
  set api_access = after."apiAccess", report_access = after."reportAccess", updated_at = clock_timestamp()
  from after
  join before using (id)
  where account.id = after.id
    and after <> before
  returning account.id
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address, detail)
  select 'grants-changed', $actor::text, $actorAccountId::integer, id, $address::inet,
    to_jsonb(after) - 'id' || jsonb_build_object('before', to_jsonb(before) - 'id')
  from after
  join before using (id)
  join updated using (id)
)
select "apiAccess", "reportAccess"
from after
