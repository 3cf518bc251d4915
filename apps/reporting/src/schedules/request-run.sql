-- One row: a run that somebody asks for. Audited. No row: the account has no schedule of this id in the organization.
with schedule as (
  select *
  from reporting.report_schedule
  where uuid = $uuid::uuid
    and company_id = $companyId::integer
    and account_id = $accountId::integer
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select
    'schedule-run',
    $actor::text,
    $actorAccountId::integer,
    account_id,
    company_id,
    $address::inet,
    jsonb_build_object('id', uuid, 'name', name)
  from schedule
)
insert into reporting.schedule_run (schedule_id)
select id
from schedule
returning id
