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
returning id
