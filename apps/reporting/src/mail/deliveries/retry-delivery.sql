-- One row: whether the email had failed and is resent, which is audited. No row if the organization has no email with
-- this ID.
with known_mail as (
  -- not locked, because it may be locked while the server accepts it
  select mail.id
  from reporting.mail
  where mail.uuid = $uuid::uuid
    and (
      mail.company_id = $companyId::integer
      or (mail.company_id is null and exists (
        select
        from reporting.member
        where member.account_id = mail.account_id
          and member.company_id = $companyId::integer
      ))
    )
),
retried as (
  update reporting.mail
  set
    finished_at = null,
    outcome = null,
    next_attempt_at = now(),
    retried_at = null
  from known_mail
  where mail.id = known_mail.id
    and mail.outcome = 'failed'
  returning mail.id, mail.uuid, mail.account_id, mail.kind
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select 'mail-retried', $actor::text, $actorAccountId::integer, account_id, $companyId::integer, $address::inet,
    jsonb_build_object('id', uuid, 'mail', kind)
  from retried
)
select exists (select from retried) as "isRetried"
from known_mail
