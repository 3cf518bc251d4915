-- Ends a session, once, and records it.
with ended as (
  update reporting.session
  set ended_at = now()
  where id = $session::uuid
    and ended_at is null
  returning account_id, company_id
)
insert into reporting.audit_event (kind, actor, account_id, company_id, address)
select 'sign-out', account.email, account.id, ended.company_id, $address::inet
from ended
join reporting.account on account.id = ended.account_id
