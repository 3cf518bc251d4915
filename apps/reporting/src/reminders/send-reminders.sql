-- name: find-due-reminders
-- A row per organization with due reminders, longest overdue first.
select company_id as organization
from reporting.reminder_settings
where next_at <= coalesce($now::timestamptz, now())
order by next_at, company_id

-- name: claim-reminders
-- Claims an organization's due reminders and sets the next time. No row if they are no longer due or a different
-- replica has claimed them. A missed time is made up on the same day; on a day without reminders, the next run covers
-- it. A day counts only once, even if a clock is set back.
with due as (
  select settings.*
  from reporting.reminder_settings as settings
  where settings.company_id = $organization::integer
    and settings.next_at <= coalesce($now::timestamptz, now())
  for update skip locked
),
evaluated as (
  select due.company_id, run.day, run.at
  from due
  cross join lateral (
    select (coalesce($now::timestamptz, now()) at time zone due.time_zone)::date as today
  ) as local
  left join lateral (
    -- the latest run of today; a clock change at midnight moves yesterday's into today
    select day.day, run.at
    from (values (local.today), (local.today - 1)) as day (day)
    cross join lateral (
      select (day.day + due.at::time) at time zone due.time_zone as at
    ) as run
    where run.at <= coalesce($now::timestamptz, now())
      and (run.at at time zone due.time_zone)::date = local.today
      and extract(isodow from day.day) = any (due.weekdays)
      and (due.last_date is null or due.last_date < day.day)
    order by day.day desc
    limit 1
  ) as run on true
)
update reporting.reminder_settings as settings
set
  next_at = reporting.next_reminder(
    coalesce($now::timestamptz, now()), settings.at, settings.time_zone, settings.weekdays
  ),
  last_date = coalesce(evaluated.day, settings.last_date)
from evaluated
where settings.company_id = evaluated.company_id
returning
  evaluated.day as date,
  evaluated.at

-- name: decide-reminders
-- Writes an organization's reminder emails and the stages that they announce. One row: the number of each. An email
-- lists up to $limit entries.
with listed as materialized (
  select
    due.*,
    member.account_id,
    row_number() over (
      partition by due.recipient, due.recipient_id
      order by due.expires_at, due.member_id, due.kind, due.item_id
    ) as position
  from reporting.reminder_settings as settings
  cross join lateral reporting.reminders(
    settings.company_id,
    $at::timestamptz,
    null,
    settings.days_before,
    settings.after_expiry,
    settings.required_only,
    settings.to_member,
    settings.to_departments
  ) as due
  join reporting.member on member.id = due.recipient_id
  where settings.company_id = $organization::integer
),
written_mail as (
  insert into reporting.mail (account_id, company_id, kind, reason, data)
  select
    account_id,
    $organization::integer,
    'reminder-' || recipient,
    format('reminders %s %s of %s to %s', $date::text, recipient, $organization::integer, account_id),
    jsonb_build_object(
      'at', $at::timestamptz,
      'total', count(*),
      'entries', json_agg(
        json_build_object(
          'memberId', member_id, 'kind', kind, 'itemId', item_id, 'expiresAt', expires_at
        )
        order by position
      ) filter (where position <= $limit::integer)
    )
  from listed
  group by recipient, recipient_id, account_id
  on conflict (reason) do nothing
  returning id
),
announced_stage as (
  insert into reporting.reminder (company_id, member_id, kind, item_id, expires_at, stage)
  select $organization::integer, member_id, kind, item_id, expires_at, stage
  from listed
  on conflict do nothing
  returning stage
)
select
  (select count(*) from written_mail) as mails,
  (select count(*) from announced_stage) as stages

-- name: purge-reminders
-- Deletes stages of items that expired too long ago to be announced again.
delete from reporting.reminder
where company_id = $organization::integer
  and expires_at < $at::timestamptz - interval '400 days'
