-- The mail that has waited longest, locked until it is sent; none where all are sent or locked by others. Mails of
-- kinds that only a newer release knows are left to its replicas. The transaction idles while the server takes the
-- mail, which a limit of the database must not end.
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
from reporting.mail
join reporting.account on account.id = mail.account_id
left join reporting.company on company.id = mail.company_id
where mail.finished_at is null
  and mail.next_attempt_at <= now()
  and mail.kind = any ($kinds::text[])
order by mail.next_attempt_at, mail.id
limit 1
for update of mail skip locked
