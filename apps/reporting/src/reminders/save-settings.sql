-- Replaces an organization's settings and audits the change. If reminders are on, they are sent from the next
-- scheduled time. Changes nothing if the database does not know the time zone.
with zone as (
  select name
  from pg_timezone_names
  where lower(name) = lower($timeZone::text)
),
before as (
  select *
  from reporting.reminder_settings
  where company_id = $organization::integer
  for update
),
saved as (
  insert into reporting.reminder_settings (
    company_id, is_enabled, days_before, after_expiry, required_only, to_member, to_departments, at, time_zone,
    weekdays, next_at
  )
  select
    $organization::integer,
    $isEnabled::boolean,
    $daysBefore::integer[],
    $afterExpiry::integer,
    $requiredOnly::boolean,
    $toMember::boolean,
    $toDepartments::reporting.affiliation_function[],
    $at::text,
    zone.name,
    $weekdays::integer[],
    case
      when $isEnabled::boolean
      then reporting.next_reminder(
        $now::timestamptz, $at::text, zone.name, $weekdays::integer[]
      )
    end
  from zone
  -- reads the settings before they change
  left join before on true
  on conflict (company_id) do update
  set
    is_enabled = excluded.is_enabled,
    days_before = excluded.days_before,
    after_expiry = excluded.after_expiry,
    required_only = excluded.required_only,
    to_member = excluded.to_member,
    to_departments = excluded.to_departments,
    at = excluded.at,
    time_zone = excluded.time_zone,
    weekdays = excluded.weekdays,
    -- reminders that are due remain due; the new settings determine the day
    next_at = case
      when excluded.is_enabled and reminder_settings.next_at <= $now::timestamptz then reminder_settings.next_at
      else excluded.next_at
    end
  returning *
)
insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
select
  'reminders-changed',
  $actor::text,
  $actorAccountId::integer,
  $actorAccountId::integer,
  saved.company_id,
  $address::inet,
  jsonb_build_object('before', to_jsonb(before) - unset.names, 'after', to_jsonb(saved) - unset.names)
from saved
left join before using (company_id)
cross join (values ('{company_id,next_at,last_date}'::text[])) as unset (names)
