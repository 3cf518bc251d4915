-- name: add-schedule
-- One row: the id of a new schedule. No row: its owner has as many as an account may have. The caller holds a lock on
-- the account, so that two calls cannot both take the last place.
with added as (
  insert into reporting.report_schedule (
    company_id, account_id, name, report, parameters, format, recurrence, recipients, when_empty, next_run_at,
    pause_reason
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
    $nextRunAt::timestamptz,
    case when $nextRunAt::timestamptz is null then 'owner' end
  where (
    select count(*)
    from reporting.report_schedule
    where account_id = $accountId::integer
  ) < $max::integer
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

-- name: replace-schedule
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
    -- of what is paused already, the reason stays
    pause_reason = case
      when $nextRunAt::timestamptz is not null then null
      when next_run_at is null then pause_reason
      else 'owner'
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

-- name: delete-schedule
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

-- name: pause-schedule
-- One row: the schedule does not run any more. No row: the organization has none of this id.
with paused as (
  update reporting.report_schedule
  set
    next_run_at = null,
    pause_reason = case when next_run_at is null then pause_reason else 'operator' end,
    updated_at = now()
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

-- name: request-run
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

-- name: find-refused-recipients
-- A row: a recipient of a request who is not shown, may not read reports or has no e-mail, and is not a recipient of
-- the schedule already; by its place in the list, from 0. Shown are the caller, and members in $shown where
-- departments are given.
select
  array_position($recipients::uuid[], recipient.member_uuid) - 1 as "position",
  recipient.member_uuid as "id",
  case when shown.member_id is not null then recipient.reason end as "reason"
from reporting.schedule_recipient($companyId::integer, $uuid::uuid, $recipients::uuid[]) as recipient
left join lateral (
  select member.id as member_id
  from reporting.member
  where member.uuid = recipient.member_uuid
    and member.company_id = $companyId::integer
    and (
      $shown::integer[] is null
      or member.account_id = $accountId::integer
      or exists (
        select
        from reporting.affiliation
        where affiliation.member_id = member.id
          and affiliation.department_id = any ($shown::integer[])
      )
    )
) as shown on true
where (
    shown.member_id is null
    or recipient.reason in ('not-a-member', 'disabled', 'no-email', 'no-report-access')
  )
  and not exists (
    select
    from reporting.report_schedule
    where report_schedule.uuid = $uuid::uuid
      and report_schedule.company_id = $companyId::integer
      and report_schedule.account_id = $accountId::integer
      and recipient.member_uuid = any (report_schedule.recipients)
  )
order by 1
