-- One row: the account whose password is now the given one. Its sessions end. No row: no such account.
with updated as (
  update reporting.account
  set password_hash = $passwordHash::text, updated_at = clock_timestamp()
  where lower(email) = lower($email::text)
  returning id
),
ended as (
  update reporting.session
  set ended_at = now()
  from updated
  where session.account_id = updated.id
    and session.ended_at is null
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id)
  select 'password-set', $actor::text, id
  from updated
)
select id
from updated
