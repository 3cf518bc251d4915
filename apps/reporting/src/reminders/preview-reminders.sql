-- A row per email of a day: its recipient and the first $limit entries as JSON. If reminders are on ($nextAt), entries
-- that an earlier run would send are omitted. No rows on weekdays without reminders.
with run as materialized (
  -- the run on that day, and the last upcoming run before it
  select
    ($date::date + $at::time) at time zone $timeZone::text as at,
    (
      select max((day::date + $at::time) at time zone $timeZone::text)
      from generate_series(
        $date::date - interval '8 days', $date::date - interval '1 day', interval '1 day'
      ) as day
      where extract(isodow from day) = any ($weekdays::integer[])
        and (day::date + $at::time) at time zone $timeZone::text >= $nextAt::timestamptz
    ) as previous
  where extract(isodow from $date::date) = any ($weekdays::integer[])
),
listed as (
  select
    due.*,
    run.at,
    row_number() over (
      partition by due.recipient, due.recipient_id
      order by due.expires_at, due.member_id, due.kind, due.item_id
    ) as position
  from run
  cross join lateral reporting.reminders(
    $organization::integer,
    run.at,
    run.previous,
    $daysBefore::integer[],
    $afterExpiry::integer,
    $requiredOnly::boolean,
    $toMember::boolean,
    $toDepartments::reporting.affiliation_function[]
  ) as due
)
select
  listed.recipient as "to",
  recipient.uuid as "memberId",
  account.email,
  json_agg(
    json_build_object(
      'kind', listed.kind,
      'itemId', coalesce(achievement.uuid, competency.uuid),
      'itemName', coalesce(achievement.name, competency.name),
      'memberName', holder.name,
      'expiresAt', to_char(
        listed.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'
      ),
      'daysLeft', floor(extract(epoch from listed.expires_at - listed.at) / 86400)::integer
    )
    order by listed.position
  ) as entries
from listed
join reporting.member as recipient on recipient.id = listed.recipient_id
join reporting.account on account.id = recipient.account_id
join reporting.member on member.id = listed.member_id
join reporting.account as holder on holder.id = member.account_id
left join reporting.achievement
  on listed.kind = 'achievement'
  and achievement.id = listed.item_id
left join reporting.competency
  on listed.kind = 'competency'
  and competency.id = listed.item_id
where listed.position <= $limit::integer
  and recipient.company_id = $organization::integer
group by listed.recipient, recipient.uuid, account.email, account.name_folded
order by listed.recipient desc, account.name_folded, recipient.uuid
