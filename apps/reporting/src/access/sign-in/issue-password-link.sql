-- One row: until when the link can be used. With an actor it is audited.
with issued as (
  insert into reporting.password_link (hash, account_id, account_state, expires_at)
  select
    $hash::bytea,
    account.id,
    reporting.account_state(account.email, account.password_hash),
    now() + make_interval(secs => $seconds::integer)
  from reporting.account
  where account.id = $accountId::integer
  returning account_id, expires_at
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address)
  select
    'password-link-created',
    $actor::text,
    $actorAccountId::integer,
    account_id,
    $address::inet
  from issued
  where $actor::text is not null
)
select expires_at as "expiresAt"
from issued
