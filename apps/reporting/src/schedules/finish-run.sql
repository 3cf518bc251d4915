-- One row: the outcome of a run. No row: it has ended already, its schedule is gone, or it was taken again, or is to be
-- since somebody was erased. A run that pauses its schedule does so in the same transaction. Of the runs before it
-- those are kept whose mails wait or may be sent again.
with schedule as (
  -- before the run, as an erasure locks them
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
    and schedule_run.schedule_id = schedule.id
    and finished_at is null
    and next_attempt_at = $takenUntil::timestamptz
  returning schedule_run.id, schedule_run.schedule_id
),
paused as (
  update reporting.report_schedule
  set next_run_at = null, updated_at = now()
  from finished
  where report_schedule.id = finished.schedule_id
    and $isPaused::boolean
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
        and mail.finished_at is null
        and (mail.data ->> 'runId')::integer = schedule_run.id
    )
    and not exists (
      select
      from reporting.mail
      where mail.kind = 'schedule'
        and mail.outcome = 'failed'
        and (mail.data ->> 'runId')::integer = schedule_run.id
    )
)
select id
from finished
