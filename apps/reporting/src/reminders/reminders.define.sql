-- Returns the reminder stage of an expiry at an instant: the smallest of days_before (ascending) that has been
-- reached, or -after_expiry after the expiry; null if none applies.
create or replace function reporting.reminder_stage(
  expires_at timestamptz,
  at timestamptz,
  days_before integer[],
  after_expiry integer
) returns integer
  language sql stable parallel safe
return case
  when expires_at > at
  then days_before[
    1 + width_bucket(floor(extract(epoch from expires_at - at) / 86400)::integer - 1, days_before)
  ]
  when expires_at < at - make_interval(hours => 24 * (after_expiry - 1)) then -after_expiry
end;

-- Returns the next time after an instant at which reminders are due: a local time in a time zone on certain weekdays.
-- A local time that is skipped is shifted by the same amount, which may lead to the next day.
create or replace function reporting.next_reminder(
  after timestamptz,
  at text,
  time_zone text,
  weekdays integer[]
) returns timestamptz
  language sql stable parallel safe
begin atomic
  select min(next.at)
  from generate_series(-1, 8) as days
  cross join lateral (
    select (after at time zone time_zone)::date + days as day
  ) as local
  cross join lateral (
    select (local.day + next_reminder.at::time) at time zone time_zone as at
  ) as next
  where extract(isodow from local.day) = any (weekdays)
    and next.at > after;
end;

-- A row per entry of each email that is due at an instant.
--
-- Entries are the items in the report of expirations for members reported on; each stage is sent once. Items that an
-- upcoming run at `previous` would send are omitted; null for none. Expired items are due for a week after their day.
--
-- Members receive their own items. Members with a function in to_departments and report access receive the items of
-- their departments. Members without access or an e-mail, with a disabled account, or who have unsubscribed receive
-- none.
create or replace function reporting.reminders(
  organization integer,
  at timestamptz,
  previous timestamptz,
  days_before integer[],
  after_expiry integer,
  required_only boolean,
  to_member boolean,
  to_departments reporting.affiliation_function[]
) returns table (
  recipient text,
  recipient_id integer,
  member_id integer,
  kind text,
  item_id integer,
  expires_at timestamptz,
  stage integer
)
  language sql stable parallel safe
begin atomic
  with reported as materialized (
    -- the members reported on
    select distinct counted.member_id
    from reporting.counted_affiliation(organization) as counted
  ),
  horizon as materialized (
    -- the period of expiries that can have a stage
    select
      at - make_interval(hours => 24 * (coalesce(after_expiry, -7) + 7)) as since,
      at + make_interval(hours => 24 * (max(days) + 1)) as until,
      array_agg(days order by days) as days_before
    from unnest(days_before) as days
  ),
  reminded as materialized (
    -- stages that have already been announced
    select reminder.member_id, reminder.kind, reminder.item_id, reminder.expires_at, reminder.stage
    from horizon
    join reporting.reminder
      on reminder.expires_at > horizon.since
      and reminder.expires_at <= horizon.until
    where reminder.company_id = organization
  ),
  due as materialized (
    -- items at a stage that has not been announced
    select
      expiring.member_id,
      expiring.kind,
      expiring.item_id,
      expiring.expires_at,
      current.stage
    from horizon
    cross join lateral reporting.expiring_item(
      organization, '{achievement,competency}', required_only, horizon.since, horizon.until, at
    ) as expiring
    join reported on reported.member_id = expiring.member_id
    cross join lateral (
      -- `offset 0` keeps the expressions from being copied into each condition
      select
        reporting.reminder_stage(
          expiring.expires_at, at, horizon.days_before, after_expiry
        ) as stage,
        reporting.reminder_stage(
          expiring.expires_at, previous, horizon.days_before, after_expiry
        ) as earlier
      offset 0
    ) as current
    where current.stage is not null
      and current.stage is distinct from current.earlier
      and not exists (
        select
        from reminded
        where reminded.member_id = expiring.member_id
          and reminded.kind = expiring.kind
          and reminded.item_id = expiring.item_id
          and reminded.expires_at = expiring.expires_at
          and reminded.stage = current.stage
      )
  ),
  reachable as materialized (
    -- members who may receive emails from the organization
    select member.member_id, rights.report_access, member.shown_departments
    from reporting.member_rights as member
    join reporting.account_rights as rights on rights.account_id = member.account_id
    join reporting.account on account.id = member.account_id
    where member.company_id = organization
      and member.has_access
      and account.disabled_at is null
      and account.email <> ''
      and not exists (
        select
        from reporting.unsubscription
        where unsubscription.account_id = account.id
          and unsubscription.topic = 'reminders'
          and unsubscription.company_id = organization
      )
  ),
  responsibility as materialized (
    -- members in the departments of function holders, limited to departments that reports show
    select distinct holder.member_id as recipient_id, counted.member_id
    from reporting.affiliation as holder
    join reachable on reachable.member_id = holder.member_id and reachable.report_access
    join reporting.counted_affiliation(organization) as counted
      on counted.department_id = holder.department_id
    where holder.company_id = organization
      and holder.function = any (to_departments)
      and (reachable.shown_departments is null or holder.department_id = any (reachable.shown_departments))
      and counted.member_id in (select due.member_id from due)
  )
  select
    audience.recipient,
    audience.recipient_id,
    due.member_id,
    due.kind,
    due.item_id,
    due.expires_at,
    due.stage
  from due
  join (
    select 'member' as recipient, reachable.member_id as recipient_id, reachable.member_id
    from reachable
    where to_member
    union all
    select 'department', responsibility.recipient_id, responsibility.member_id
    from responsibility
  ) as audience on audience.member_id = due.member_id;
end;
