-- name: store-password
-- Sets the password of an account, whose e-mail is the actor unless $actor is given. Audited; no event if the password
-- was to be $currentHash and a concurrent call changed it.
with stored as (
  update reporting.account
  set password_hash = $passwordHash::text, updated_at = clock_timestamp()
  where id = $accountId::integer
    and ($currentHash::text is null or password_hash = $currentHash::text)
  returning id, email
)
insert into reporting.audit_event (kind, actor, account_id, address, detail)
select 'password-set', coalesce($actor::text, email), id, $address::inet, $detail::jsonb
from stored
