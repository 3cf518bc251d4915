-- name: change-password
-- Changes the password. No row if a concurrent call changed it.
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
-- Sets the password of an account. No row if there is no such account.
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
