-- One row: the schedule is gone, with its runs. No row: the account, or without one the organization, has none of this
-- id.
with deleted as (
  delete from reporting.report_schedule
  where uuid = $uuid::uuid
    and company_id = $companyId::integer
    and ($accountId::integer is null or account_id = $accountId::integer)
  returning *
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select
    'schedule-deleted',
    $actor::text,
    $actorAccountId::integer,
    account_id,
    company_id,
    $address::inet,
    jsonb_build_object('id', uuid, 'name', name)
  from deleted
)
select uuid as "id"
from deleted
