-- One row: the schedule does not run any more. No row: the organization has none of this id.
with paused as (
  update reporting.report_schedule
  set next_run_at = null, updated_at = now()
  where uuid = $uuid::uuid
    and company_id = $companyId::integer
  returning *
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select
    'schedule-paused',
    $actor::text,
    $actorAccountId::integer,
    account_id,
    company_id,
    $address::inet,
    jsonb_build_object('id', uuid, 'name', name)
  from paused
)
select uuid as "id"
from paused
