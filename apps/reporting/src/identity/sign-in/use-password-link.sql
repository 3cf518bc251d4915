-- One row: the password is set, and the link used. No row: meanwhile the link was used, or the account changed. It
-- follows lock-account.sql.
with used as (
  delete from reporting.password_link
  using reporting.account
  where password_link.hash = $hash::bytea
    and password_link.expires_at > now()
    and password_link.account_state = reporting.account_state(account.email, account.password_hash)
    and account.id = password_link.account_id
    and account.disabled_at is null
  returning password_link.account_id
),
updated as (
  update reporting.account
  set password_hash = $passwordHash::text, updated_at = clock_timestamp()
  from used
  where account.id = used.account_id
  returning account.id, account.email
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, address, detail)
  select 'password-set', email, id, $address::inet, '{"by": "link"}'
  from updated
)
select id
from updated
