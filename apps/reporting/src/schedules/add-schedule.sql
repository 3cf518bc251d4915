-- One row: the id of a new schedule. No row: its owner has as many as an account may have. The caller holds a lock on
-- the account, so that two calls cannot both take the last place.
with added as (
  insert into reporting.report_schedule (
    company_id, account_id, name, report, parameters, format, recurrence, recipients, when_empty, next_run_at
  )
  select
    $companyId::integer,
    $accountId::integer,
    $name::text,
    $report::text,
    $parameters::jsonb,
    $format::text,
    $recurrence::jsonb,
    $recipients::uuid[],
    $whenEmpty::text,
    $nextRunAt::timestamptz
  where (
    select count(*)
    from reporting.report_schedule
    where account_id = $accountId::integer
  ) < $most::integer
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
  from added
)
select uuid as "id"
from added
