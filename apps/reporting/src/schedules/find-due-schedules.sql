-- A row: a schedule that is due at a time, the one that has waited longest first.
select
  id,
  next_run_at as "dueAt",
  recurrence
from reporting.report_schedule
where next_run_at <= $now::timestamptz
order by next_run_at, id
limit $limit::integer
