-- name: describe-password-owner
-- One row: whether the account has a password, and whether it can only sign in with the provider.
select
  password_hash is not null as "hasPassword",
  password_hash is null
    and exists (
      select
      from reporting.account_identity
      where account_id = account.id
        and issuer = $issuer::text
    ) as "usesOnlySignOn"
from reporting.account
where id = $accountId::integer

-- name: issue-password-link
-- Issues a link that is valid for a week if the account has no password, or else for an hour. One row: its expiry. No
-- row if there is no such account or it has no e-mail. Audited if there is an actor.
with owner as (
  select id, reporting.account_state(email, password_hash) as state, password_hash is null as is_for_week
  from reporting.account
  where id = $accountId::integer
    and email is not null
),
issued as (
  insert into reporting.password_link (hash, account_id, account_state, expires_at)
  select $hash::bytea, id, state,
    now() + case when is_for_week then interval '168 hours' else interval '1 hour' end
  from owner
  returning account_id, expires_at
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address)
  select 'password-link-created', $actor::text, $actorAccountId::integer, account_id, $address::inet
  from issued
  where $actor::text is not null
)
select issued.expires_at as "expiresAt", owner.is_for_week as "isForWeek"
from issued
join owner on owner.id = issued.account_id

-- name: find-password-link
-- One row: the account of a valid link. No row if the link is unknown, has expired or was used, or if the account is
-- disabled or its password or e-mail has changed.
select account.id as "accountId", account.email
from reporting.password_link as link
join reporting.account on account.id = link.account_id
where link.hash = $hash::bytea
  and link.expires_at > now()
  and link.account_state = reporting.account_state(account.email, account.password_hash)
  and account.disabled_at is null

-- name: use-password-link
-- Consumes a link, unless it was used, has expired, or is older than the account's password or e-mail. Run it after
-- locking the account.
delete from reporting.password_link as link
using reporting.account
where link.hash = $hash::bytea
  and link.expires_at > now()
  and link.account_state = reporting.account_state(account.email, account.password_hash)
  and account.id = link.account_id
  and account.disabled_at is null

-- name: request-password-reset
-- Stores a request for the job, regardless of whether there is an account. One row: whether no other request is
-- waiting, for which the job was already started.
with stored as (
  insert into reporting.password_reset_request (email, address)
  values ($email::text, $address::inet)
)
select not exists (select from reporting.password_reset_request) as "isFirst"

-- name: take-password-resets
-- Takes password reset requests, oldest first. A row per enabled account concerned that has received no email for it
-- within five minutes; at least one row, with the number of requests taken.
with taken as (
  delete from reporting.password_reset_request
  where id in (
    select id
    from reporting.password_reset_request
    order by id
    limit 500
    for update skip locked
  )
  returning id, email, address
),
wanted as (
  select distinct on (account.id) account.id, account.email, taken.address
  from taken
  join reporting.account on lower(account.email) = taken.email
  where account.disabled_at is null
  order by account.id, taken.id desc
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, address)
  select 'password-reset-requested', email, id, address
  from wanted
)
select everything.taken, wanted.id as "accountId"
from (select count(*) as taken from taken) as everything
left join wanted on not exists (
  select
  from reporting.mail
  where mail.account_id = wanted.id
    and mail.kind = 'password-reset'
    and mail.created_at > now() - interval '5 minutes'
)
order by wanted.id
