-- name: find-due-schedules
-- A row per schedule that is due at a time, longest overdue first.
select
  id,
  next_run_at as "dueAt",
  recurrence
from reporting.report_schedule
where next_run_at <= $now::timestamptz
order by next_run_at, id
limit $limit::integer

-- name: claim-schedules
-- Adds a run for each due schedule and advances it to its next time. Skips schedules claimed by a different replica.
-- Missed times result in a single run.
with due as (
  -- due schedules that have not been changed or claimed since they were read
  select
    schedule.id,
    schedule.next_run_at as due_at,
    given.next_at
  from unnest($ids::integer[], $dueTimes::timestamptz[], $nextTimes::timestamptz[]) as given (id, due_at, next_at)
  join reporting.report_schedule as schedule
    on schedule.id = given.id
    and schedule.next_run_at = given.due_at
  order by schedule.id
  for update of schedule skip locked
),
moved as (
  update reporting.report_schedule
  set next_run_at = due.next_at
  from due
  where report_schedule.id = due.id
)
insert into reporting.schedule_run (schedule_id, due_at)
select id, due_at
from due
on conflict (schedule_id, due_at) do nothing

-- name: take-run
-- Takes the run that has waited longest. After 25 minutes its process counts as dead, and a different replica may take
-- it. No row if none is waiting.
with taken as (
  update reporting.schedule_run
  set attempts = attempts + 1, next_attempt_at = now() + interval '25 minutes'
  where id = (
    select id
    from reporting.schedule_run
    where finished_at is null
      and next_attempt_at <= now()
    order by next_attempt_at, id
    limit 1
    for update skip locked
  )
  returning id, schedule_id, attempts, next_attempt_at
)
select
  taken.id,
  taken.attempts,
  taken.next_attempt_at as "takenUntil",
  schedule.uuid as "scheduleId",
  schedule.name,
  schedule.account_id as "accountId",
  schedule.report,
  schedule.parameters,
  schedule.format,
  schedule.recurrence ->> 'timeZone' as "timeZone",
  schedule.when_empty as "whenEmpty",
  jsonb_build_object(
    'id', company.id,
    'uuid', company.uuid,
    'handle', company.handle,
    'name', company.name,
    'measurementNames', reporting.measurement_names(company.id),
    'shownDepartments', member.shown_departments
  ) as "organization",
  coalesce(account.email, account.uuid::text) as "actor",
  not coalesce(member.has_access, false) as "isForeign",
  account.disabled_at is null
    and rights.report_access
    and (rights.is_operator or coalesce(member.has_access, false)) as "isOwnerAllowed",
  (
    select jsonb_agg(
      jsonb_build_object('memberId', member_uuid, 'accountId', account_id, 'reason', reason)
    )
    from reporting.schedule_recipient(schedule.company_id, schedule.uuid, schedule.recipients)
  ) as "recipients"
from taken
join reporting.report_schedule as schedule on schedule.id = taken.schedule_id
join reporting.company on company.id = schedule.company_id
join reporting.account on account.id = schedule.account_id
join reporting.account_rights as rights on rights.account_id = account.id
left join reporting.member_rights as member
  on member.account_id = account.id
  and member.company_id = schedule.company_id

-- name: finish-run
-- Stores the outcome of a run and, if $isPaused, pauses the schedule. Keeps earlier runs whose emails are waiting or
-- may be resent. One row: whether it paused the schedule, which may already be paused. No row if the run has already
-- finished, its schedule no longer exists, or it was taken again or must be repeated after an erasure.
with schedule as (
  -- locked before the run, as in an erasure
  select report_schedule.id
  from reporting.schedule_run
  join reporting.report_schedule on report_schedule.id = schedule_run.schedule_id
  where schedule_run.id = $id::integer
  for no key update of report_schedule
),
finished as (
  update reporting.schedule_run
  set
    finished_at = now(),
    outcome = $outcome::reporting.schedule_run_outcome,
    row_count = $rows::integer,
    sent_to = $sentTo::integer,
    left_out = $leftOut::jsonb,
    error = $error::text,
    about = $about::jsonb,
    file = $file::bytea
  from schedule
  where schedule_run.id = $id::integer
    and finished_at is null
    and next_attempt_at = $takenUntil::timestamptz
  returning schedule_run.id, schedule_run.schedule_id
),
paused as (
  update reporting.report_schedule
  set next_run_at = null, pause_reason = 'no-report-access', updated_at = now()
  from finished
  where report_schedule.id = finished.schedule_id
    and report_schedule.next_run_at is not null
    and $isPaused::boolean
  returning report_schedule.id
),
earlier as (
  delete from reporting.schedule_run
  using finished
  where schedule_run.schedule_id = finished.schedule_id
    and schedule_run.id < finished.id
    and schedule_run.finished_at is not null
    and not exists (
      select
      from reporting.mail
      where mail.kind = 'schedule'
        and (mail.finished_at is null or mail.outcome = 'failed')
        and (mail.data ->> 'runId')::integer = schedule_run.id
    )
)
select exists (select from paused) as "isPaused"
from finished

-- name: postpone-run
-- Postpones the run to its next attempt, with increasing delays, or without delay if the service is stopping. Has no
-- effect if the run was taken again or must be repeated after an erasure.
update reporting.schedule_run
set
  attempts = attempts - case when $isStopping::boolean then 1 else 0 end,
  next_attempt_at = now() + case
    when $isStopping::boolean then interval '0'
    else interval '1 minute' * power(2, attempts)
  end
where id = $id::integer
  and finished_at is null
  and next_attempt_at = $takenUntil::timestamptz

-- name: drop-files
-- Deletes files whose emails have all been sent, were dropped or have failed.
with finished as (
  select id
  from reporting.schedule_run
  where file is not null
    and not exists (
      select
      from reporting.mail
      where mail.kind = 'schedule'
        and mail.finished_at is null
        and (mail.data ->> 'runId')::integer = schedule_run.id
    )
  for update skip locked
)
update reporting.schedule_run
set file = null
where id in (select id from finished)
