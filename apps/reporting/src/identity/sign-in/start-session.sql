-- One row: a session of 8 hours has begun, and is recorded. No row: meanwhile the account was disabled, or
-- its password is not the one that was checked any more. What ends the account's sessions waits for this one,
-- or this one for it: none begins unseen (end-sessions.sql). Requests are about its organization only
-- where the sign-in named it.
with started as (
  insert into reporting.session (account_id, company_id, is_company_named, expires_at)
  select
    id,
    $companyId::integer,
    $isNamed::boolean,
    now() + make_interval(secs => $seconds::integer)
  from reporting.account
  where id = $accountId::integer
    and disabled_at is null
    and ($passwordHash::text is null or password_hash = $passwordHash::text)
  for share
  returning id, account_id, company_id, created_at, expires_at
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, address, detail)
  select
    'sign-in',
    account.email,
    account.id,
    started.company_id,
    $address::inet,
    jsonb_build_object('by', $by::text)
  from started
  join reporting.account on account.id = started.account_id
)
select id, created_at as "createdAt", expires_at as "expiresAt"
from started
