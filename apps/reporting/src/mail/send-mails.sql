-- name: take-mail
-- The mail that has waited longest, locked until it is sent, of those that somebody waits for before all others; none
-- where all are sent or locked by others. Mails of kinds that only a newer release knows are left to its replicas. The
-- transaction idles while the server takes the mail, which a limit of the database must not end.
with awaited as (
  -- by mail_awaited_idx
  select id, uuid, kind, data, attempts, created_at, retried_at, account_id, company_id
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
  -- where none is awaited
  select id, uuid, kind, data, attempts, created_at, retried_at, account_id, company_id
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
  mail.created_at as "createdAt",
  mail.retried_at as "retriedAt",
  account.id as "accountId",
  account.uuid as "accountUuid",
  account.email,
  account.name,
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
-- Stores the outcome of a mail, unless it was attempted again since. What it was composed from is kept where it
-- failed: an operator may send it again. An address fails from a refusal for good until a mail reaches it.
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
-- What an error of the record is undone to, with the transaction kept.
savepoint unrecorded

-- name: undo-record
-- Undoes a record that failed; the mail stays locked.
rollback to savepoint unrecorded

-- name: postpone-mail
-- The mail waits for another attempt, each time for longer, at most an hour. Of two that failed at once, the second
-- changes nothing.
update reporting.mail
set
  attempts = attempts + 1,
  next_attempt_at = now() + least(interval '1 minute' * power(2, least(attempts, 6)), interval '1 hour'),
  error = $error::text
where id = $id::integer
  and attempts = $attempts::integer
