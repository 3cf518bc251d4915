-- One row: the password is changed, and every session but this one has ended. No row: meanwhile another
-- call changed it.
with changed as (
  update reporting.account
  set password_hash = $passwordHash::text, updated_at = clock_timestamp()
  where id = $accountId::integer
    and password_hash = $currentHash::text
  returning id, email
),
ended as (
  update reporting.session
  set ended_at = now()
  from changed
  where session.account_id = changed.id
    and session.id <> $session::uuid
    and session.ended_at is null
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, address)
  select 'password-set', email, id, $address::inet
  from changed
)
select id
from changed
