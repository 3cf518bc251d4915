-- One row: until when the link can be used, for a week where the account has no password now, else for an hour. No
-- row: no such account. With an actor it is audited.
with owner as (
  select
    id,
    reporting.account_state(email, password_hash) as state,
    password_hash is null as is_for_week
  from reporting.account
  where id = $accountId::integer
),
issued as (
  insert into reporting.password_link (hash, account_id, account_state, expires_at)
  select
    $hash::bytea,
    id,
    state,
    now() + case when is_for_week then interval '168 hours' else interval '1 hour' end
  from owner
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
select issued.expires_at as "expiresAt", owner.is_for_week as "isForWeek"
from issued
join owner on owner.id = issued.account_id
