-- The jobs that are due, each moved on to its next time, so that one replica alone finds it due. A job that is
-- new or has another expression waits for its next time; times that passed while no replica ran are one run.
with clocked as (
  -- what this release runs by the clock
  select *
  from unnest($names::text[], $expressions::text[], $nextTimes::timestamptz[])
    as clocked (name, expression, next_at)
),
known as (
  -- what the database has of them; a second replica waits, and finds the time moved on
  select
    schedule.name,
    schedule.expression,
    schedule.next_at <= now() as is_due
  from reporting.job_schedule as schedule
  where schedule.name = any ($names::text[])
  order by schedule.name
  for update
),
moved as (
  insert into reporting.job_schedule (name, expression, next_at)
  select clocked.name, clocked.expression, clocked.next_at
  from clocked
  left join known using (name)
  where known.is_due is not false
    or known.expression <> clocked.expression
  on conflict (name) do update
  set expression = excluded.expression, next_at = excluded.next_at
  -- one that another replica stored meanwhile keeps its time, which may have passed
  where excluded.name in (select known.name from known)
)
select name
from known
join clocked using (name, expression)
where is_due
