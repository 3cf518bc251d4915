-- One row: the account of a link that can be used. No row: it has expired, was used or never was, its account is
-- disabled, or has another password or e-mail.
select account.id as "accountId", account.email
from reporting.password_link as link
join reporting.account on account.id = link.account_id
where link.hash = $hash::bytea
  and link.expires_at > now()
  and link.account_state = reporting.account_state(account.email, account.password_hash)
  and account.disabled_at is null
