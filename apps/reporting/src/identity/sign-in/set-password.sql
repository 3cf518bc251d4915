-- One row: the account whose password is now the given one. No row: no such account.
with updated as (
  update reporting.account
  set password_hash = $passwordHash::text, updated_at = clock_timestamp()
  where lower(email) = lower($email::text)
  returning id
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id)
  select 'password-set', $actor::text, id
  from updated
)
select id
from updated
