-- One row: the schedule is changed. No row: the account has none of this id in the organization.
with replaced as (
  update reporting.report_schedule
  set
    name = $name::text,
    report = $report::text,
    parameters = $parameters::jsonb,
    format = $format::text,
    recurrence = $recurrence::jsonb,
    recipients = $recipients::uuid[],
    when_empty = $whenEmpty::text,
    -- a run that is due is not lost by a change of something else
    next_run_at = case
      when recurrence = $recurrence::jsonb and next_run_at <= $now::timestamptz and $nextRunAt::timestamptz is not null
        then next_run_at
      else $nextRunAt::timestamptz
    end,
    updated_at = now()
  where uuid = $uuid::uuid
    and company_id = $companyId::integer
    and account_id = $accountId::integer
  returning *
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select
    'schedule-saved',
    $actor::text,
    $actorAccountId::integer,
    account_id,
    company_id,
    $address::inet,
    jsonb_build_object('id', uuid, 'name', name, 'report', report, 'recipients', cardinality(recipients)::text)
  from replaced
)
select uuid as "id"
from replaced
