-- One row: the account, enabled or disabled as asked. No row: no such account.
with found as (
  select id, disabled_at
  from reporting.account
  where lower(email) = lower($email::text)
  for no key update
),
updated as (
  update reporting.account
  set
    disabled_at = case when $isEnabled::boolean then null else now() end,
    updated_at = clock_timestamp()
  from found
  where account.id = found.id
    and (found.disabled_at is null) <> $isEnabled::boolean
  returning account.id
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id)
  select
    case when $isEnabled::boolean then 'account-enabled' else 'account-disabled' end,
    $actor::text,
    id
  from updated
)
select id
from found
