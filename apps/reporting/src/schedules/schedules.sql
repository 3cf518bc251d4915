-- name: add-schedule
-- Adds a schedule. No row if its owner has reached the maximum number. The caller has locked the account, so that
-- concurrent calls cannot exceed it.
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
  select 'schedule-saved', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet,
    jsonb_build_object('id', uuid, 'name', name, 'report', report, 'recipients', cardinality(recipients)::text)
  from added
)
select uuid as "id"
from added

-- name: replace-schedule
-- Replaces a schedule. Audited; no event if the account has no schedule with this ID in the organization.
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
    -- a due run is kept if the recurrence is unchanged
    next_run_at = case
      when recurrence = $recurrence::jsonb and next_run_at <= $now::timestamptz and $nextRunAt::timestamptz is not null
        then next_run_at
      else $nextRunAt::timestamptz
    end,
    -- if it is already paused, the reason is kept
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
)
insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
select 'schedule-saved', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet,
  jsonb_build_object('id', uuid, 'name', name, 'report', report, 'recipients', cardinality(recipients)::text)
from replaced

-- name: delete-schedule
-- Deletes a schedule with its runs. Audited; no event if the account, or without one the organization, has no schedule
-- with this ID.
with deleted as (
  delete from reporting.report_schedule
  where uuid = $uuid::uuid
    and company_id = $companyId::integer
    and ($accountId::integer is null or account_id = $accountId::integer)
  returning *
)
insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
select 'schedule-deleted', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet,
  jsonb_build_object('id', uuid, 'name', name)
from deleted

-- name: pause-schedule
-- Pauses a schedule. Audited; no event if the organization has no schedule with this ID.
with paused as (
  update reporting.report_schedule
  set
    next_run_at = null,
    pause_reason = case when next_run_at is null then pause_reason else 'operator' end,
    updated_at = now()
  where uuid = $uuid::uuid
    and company_id = $companyId::integer
  returning *
)
insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
select 'schedule-paused', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet,
  jsonb_build_object('id', uuid, 'name', name)
from paused

-- name: request-run
-- Adds a requested run. Audited. No run if the account has no schedule with this ID in the organization.
with schedule as (
  select *
  from reporting.report_schedule
  where uuid = $uuid::uuid
    and company_id = $companyId::integer
    and account_id = $accountId::integer
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select 'schedule-run', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet,
    jsonb_build_object('id', uuid, 'name', name)
  from schedule
)
insert into reporting.schedule_run (schedule_id)
select id
from schedule

-- name: find-refused-recipients
-- A row per requested recipient who is not visible to the caller, has no report access or has no e-mail, and is not
-- already a recipient of the schedule, with its index in the list. The caller, people allowed by an operator, and
-- members are visible; if $shown is not null, only members of these departments.
select
  array_position($recipients::uuid[], recipient.member_uuid) - 1 as "position",
  recipient.member_uuid as "id",
  case when shown.is_visible then recipient.reason end as "reason"
from reporting.schedule_recipient($companyId::integer, $uuid::uuid, $recipients::uuid[]) as recipient
left join lateral (
  select true as is_visible
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
  union all
  select true
  from reporting.allowed_recipient
  where allowed_recipient.uuid = recipient.member_uuid
    and allowed_recipient.company_id = $companyId::integer
) as shown on true
where (
    shown.is_visible is null
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
order by "position"
