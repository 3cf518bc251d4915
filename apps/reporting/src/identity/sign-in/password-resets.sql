-- name: request-password-reset
-- Stores a request for the job, regardless of whether there is an account. One row: whether no other request is
-- waiting, for which the job was already started.
with asked as (
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
