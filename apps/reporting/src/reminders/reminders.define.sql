-- How near an expiry is at an instant: the smallest of the days before (ascending) that it is within, or after it the
-- negative number of days that have passed; null where it is not near enough.
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

-- When reminders are sent next, after an instant: at a wall-clock time of a zone on some days of the week. A time that
-- the zone skips is as much later.
create or replace function reporting.next_reminder(
  after timestamptz,
  at text,
  time_zone text,
  weekdays integer[]
) returns timestamptz
  language sql stable parallel safe
begin atomic
  select min(next.at)
  from generate_series(0, 8) as days
  cross join lateral (
    select (after at time zone time_zone)::date + days as day
  ) as local
  cross join lateral (
    select (local.day + next_reminder.at::time) at time zone time_zone as at
  ) as next
  where extract(isodow from local.day) = any (weekdays)
    and next.at > after;
end;

-- What is sent to whom at an instant: a row for each entry of each mail.
--
-- What is near its expiry is as the report of expirations has it, of the members reported on; every stage is sent
-- once. What would be sent at `previous`, an earlier run that is still to come, is left out; null for none. What
-- expired counts for a week after its day, in which each run finds it.
--
-- Members get what is theirs. Those who hold a function of to_departments in a department, and have report access,
-- get what expires there. Nobody gets a mail without access to the organization, without an e-mail, of a disabled
-- account, or who has unsubscribed.
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
    -- what expires between these two instants can be near enough
    select
      at - make_interval(hours => 24 * (coalesce(after_expiry, -7) + 7)) as since,
      at + make_interval(hours => 24 * (max(days) + 1)) as until,
      array_agg(days order by days) as days_before
    from unnest(days_before) as days
  ),
  reminded as materialized (
    -- the stages of these that somebody was reminded of
    select reminder.member_id, reminder.kind, reminder.item_id, reminder.expires_at, reminder.stage
    from horizon
    join reporting.reminder
      on reminder.expires_at > horizon.since
      and reminder.expires_at <= horizon.until
    where reminder.company_id = organization
  ),
  due as materialized (
    -- those at a stage that nobody was reminded of
    select
      expiring.member_id,
      expiring.kind,
      expiring.item_id,
      expiring.expires_at,
      near.stage
    from horizon
    cross join lateral reporting.expiring_item(
      organization, '{achievement,competency}', required_only, horizon.since, horizon.until, at
    ) as expiring
    join reported on reported.member_id = expiring.member_id
    cross join lateral (
      -- computed once a row: `offset 0` keeps it from being copied to each condition
      select
        reporting.reminder_stage(
          expiring.expires_at, at, horizon.days_before, after_expiry
        ) as stage,
        reporting.reminder_stage(
          expiring.expires_at, previous, horizon.days_before, after_expiry
        ) as earlier
      offset 0
    ) as near
    where near.stage is not null
      and near.stage is distinct from near.earlier
      and not exists (
        select
        from reminded
        where reminded.member_id = expiring.member_id
          and reminded.kind = expiring.kind
          and reminded.item_id = expiring.item_id
          and reminded.expires_at = expiring.expires_at
          and reminded.stage = near.stage
      )
  ),
  reachable as materialized (
    -- whom mails of the organization may be sent to
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
  charge as materialized (
    -- whom the holders of functions are reminded of, in the departments that reports show them
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
    'member',
    due.member_id,
    due.member_id,
    due.kind,
    due.item_id,
    due.expires_at,
    due.stage
  from due
  join reachable on reachable.member_id = due.member_id
  where to_member
  union all
  select
    'department',
    charge.recipient_id,
    due.member_id,
    due.kind,
    due.item_id,
    due.expires_at,
    due.stage
  from due
  join charge on charge.member_id = due.member_id;
end;
