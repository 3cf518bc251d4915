-- Ends a session, once, and records it. The account is locked first, as by what deletes both.
with owner as (
  select account.id, account.email
  from reporting.session
  join reporting.account on account.id = session.account_id
  where session.id = $session::uuid
  for key share of account
),
ended as (
  update reporting.session
  set ended_at = now()
  from owner
  where session.id = $session::uuid
    and session.ended_at is null
  returning session.company_id
)
insert into reporting.audit_event (kind, actor, account_id, company_id, address)
select 'sign-out', owner.email, owner.id, ended.company_id, $address::inet
from ended
cross join owner
