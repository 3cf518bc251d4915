-- An organization whose reminders are due, its next time set; no row where they are not due any more, or others have
-- them. A time that passed while nothing ran is made up on the same day; on a day without reminders the next one has
-- all. A day counts once, also where a clock was set back.
with due as (
  select settings.*
  from reporting.reminder_settings as settings
  where settings.company_id = $organization::integer
    and settings.next_at <= coalesce($now::timestamptz, now())
  for update skip locked
),
judged as (
  select
    due.company_id,
    local.today,
    run.at,
    run.at <= coalesce($now::timestamptz, now())
    and extract(isodow from local.today) = any (due.weekdays)
    and (due.last_date is null or due.last_date < local.today) as is_due
  from due
  cross join lateral (
    select (coalesce($now::timestamptz, now()) at time zone due.time_zone)::date as today
  ) as local
  cross join lateral (
    select (local.today + due.at::time) at time zone due.time_zone as at
  ) as run
)
update reporting.reminder_settings as settings
set
  next_at = reporting.next_reminder(
    coalesce($now::timestamptz, now()), settings.at, settings.time_zone, settings.weekdays
  ),
  last_date = case when judged.is_due then judged.today else settings.last_date end
from judged
where settings.company_id = judged.company_id
returning
  judged.today as date,
  judged.at,
  judged.is_due as "isDue"
