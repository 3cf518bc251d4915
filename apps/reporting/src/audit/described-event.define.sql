-- A row per audit event with the current names of those involved.
create or replace view reporting.described_event as
select
  audit_event.id,
  audit_event.number,
  audit_event.at,
  audit_event.kind,
  audit_event.actor,
  coalesce(account.uuid, audit_event.erased_account_uuid) as account_uuid,
  company.uuid as company_uuid,
  host(audit_event.address) as address,
  audit_event.detail,
  -- if actors acted on their own account, it is the account of the event
  coalesce(
    actor.name,
    case
      when lower(account.email) = lower(audit_event.actor) or account.uuid::text = audit_event.actor then account.name
      when audit_event.erased_actor_uuid is not null then 'Former member'
    end
  ) as actor_name,
  coalesce(account.name, case when audit_event.erased_account_uuid is not null then 'Former member' end)
    as account_name,
  company.name as company_name,
  -- whether actors acted on their own account
  coalesce(
    actor.id = account.id,
    lower(account.email) = lower(audit_event.actor),
    account.uuid::text = audit_event.actor,
    audit_event.erased_actor_uuid = audit_event.erased_account_uuid,
    false
  ) as is_own
from reporting.audit_event
left join reporting.account on account.id = audit_event.account_id
left join reporting.account as actor on actor.id = audit_event.actor_account_id
left join reporting.company on company.id = audit_event.company_id;
