-- One row: how many sessions were ended, of all accounts.
with owner as (
  -- locked before their sessions
  select id
  from reporting.account
  where id in (select account_id from reporting.session where ended_at is null and expires_at > now())
  order by id
  for key share
),
ended as (
  update reporting.session
  set ended_at = now()
  from owner
  where account_id = owner.id
    and ended_at is null
    and expires_at > now()
  returning account_id, company_id
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id)
  select 'sign-out', $actor::text, account_id, company_id
  from ended
)
select count(*) as "ended"
from ended
