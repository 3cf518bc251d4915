-- One row: what became of a run. No row: it has ended already, or its schedule is gone. A run that pauses its schedule
-- does so in the same transaction. Of the runs before it those are kept whose mails wait or may be sent again.
with finished as (
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
  where id = $id::integer
    and finished_at is null
  returning id, schedule_id
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
