-- name: change-password
-- One row: the password is changed. No row: meanwhile another call changed it.
with changed as (
  update reporting.account
  set password_hash = $passwordHash::text, updated_at = clock_timestamp()
  where id = $accountId::integer
    and password_hash = $currentHash::text
  returning id, email
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, address)
  select 'password-set', email, id, $address::inet
  from changed
)
select id
from changed

-- name: set-password
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
