-- name: take-mail
-- Locks the email that has waited longest until it is sent, giving precedence to kinds that users are waiting for. No
-- row if all are sent or locked. Kinds that only a newer release knows are left to its replicas. Disables the idle
-- timeout, because the transaction idles while the server accepts the email.
with awaited as (
  -- uses mail_awaited_idx
  select id, uuid, kind, data, attempts, retried_at, account_id, company_id
  from reporting.mail
  where finished_at is null
    and kind in ('invitation', 'password-reset', 'test')
    and next_attempt_at <= now()
    and kind = any ($kinds::text[])
  order by next_attempt_at, id
  limit 1
  for update skip locked
),
other as (
  -- if none is awaited
  select id, uuid, kind, data, attempts, retried_at, account_id, company_id
  from reporting.mail
  where finished_at is null
    and next_attempt_at <= now()
    and kind = any ($kinds::text[])
    and not exists (select from awaited)
  order by next_attempt_at, id
  limit 1
  for update skip locked
),
mail as (
  select * from awaited
  union all
  select * from other
)
select
  mail.id,
  mail.uuid,
  mail.kind,
  mail.data,
  mail.attempts,
  mail.retried_at as "retriedAt",
  account.id as "accountId",
  account.uuid as "accountUuid",
  account.email,
  account.name,
  coalesce(
    account.language,
    company.language,
    (
      -- for emails that concern only the account
      select own.language
      from reporting.member_rights as member
      join reporting.company as own on own.id = member.company_id
      where member.account_id = account.id
        and member.has_access
      order by own.handle
      limit 1
    ),
    'en'
  ) as "language",
  account.disabled_at is not null as "isDisabled",
  company.id as "companyId",
  company.uuid as "companyUuid",
  company.handle as "companyHandle",
  company.name as "companyName",
  set_config('idle_in_transaction_session_timeout', '0', true) as "idleTimeout"
from mail
join reporting.account on account.id = mail.account_id
left join reporting.company on company.id = mail.company_id

-- name: finish-mail
-- Stores the outcome of an email unless a later attempt has been made. Keeps the data of failed emails, because an
-- operator may resend them. An address counts as failing from a permanent rejection until an email reaches it.
with finished as (
  update reporting.mail
  set
    finished_at = now(),
    outcome = $outcome::reporting.mail_outcome,
    error = $error::text,
    attempts = attempts + 1,
    data = case when $outcome::text = 'failed' then data else '{}' end
  where id = $id::integer
    and attempts = $attempts::integer
  returning account_id
)
update reporting.account
set mail_failing_since = case when $isRefused::boolean then now() end
from finished
where account.id = finished.account_id
  and case
    when mail_failing_since is null then $isRefused::boolean
    else $outcome::text = 'sent'
  end

-- name: begin-record
-- Marks the point to which a failed record is rolled back, so that the transaction can continue.
savepoint unrecorded

-- name: undo-record
-- Undoes a failed record; the email remains locked.
rollback to savepoint unrecorded

-- name: postpone-mail
-- Postpones the email to its next attempt, with increasing delays of up to an hour. The time to give up counts from the
-- first failure after it was created or resent, or after an outage, during which all emails wait. Of two concurrent
-- failures, the second has no effect.
update reporting.mail
set
  attempts = attempts + 1,
  retried_at = case when not $isOutage::boolean then coalesce(retried_at, now()) end,
  next_attempt_at = now() + least(interval '1 minute' * power(2, least(attempts, 6)), interval '1 hour'),
  error = $error::text
where id = $id::integer
  and attempts = $attempts::integer
