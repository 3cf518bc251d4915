-- A row: what a member loses within the window ($now, $until], beside a summary of everything selected
-- ($limit null: no summary). No expiration on the page: one row without a kind.
--
-- An achievement expires when the member's best ticket for it is Valid now and expires within the window:
-- of several, the one that expires last, or the one that never does, counts. A competency expires when it is
-- Validated now, or Not Applicable and validated as such. Required is an achievement whose best ticket is,
-- and a competency of a profile that requires compliance and is assigned to the member in any department.
-- Left out: members who are not reported on, in $departments where these are given, other members than
-- $members, names that lack a word of $q, other kinds than $kinds, and with $requiredOnly what is not
-- required.
--
-- Example: Ada has two tickets for H2S Alive, which expire in 10 and in 400 days: nothing expires within 90.
--
-- Order: expiry, member name, item name, ids.
with reported as materialized (
  -- the members reported on that are selected
  select member.id, member.uuid, account.name, account.name_folded, account.email
  from reporting.member
  join reporting.account on account.id = member.account_id
  where member.company_id = $organization::integer
    and member.id in (
      select member_id
      from reporting.counted_affiliation($organization::integer)
      where $departments::integer[] is null or department_id = any ($departments::integer[])
    )
    and ($members::integer[] is null or member.id = any ($members::integer[]))
    and ($q::text is null or not exists (
      select
      from regexp_split_to_table(trim(reporting.fold($q::text)), '\s+') as word
      where position(word in account.name_folded) = 0
    ))
),
assigned as (
  -- the set of profiles that require compliance of each of them, in whatever department
  select
    assignment.member_id,
    array_agg(distinct assignment.profile_id order by assignment.profile_id) as profiles
  from reporting.profile_assignment as assignment
  where assignment.company_id = $organization::integer
    and assignment.requires_compliance
    and assignment.member_id in (select id from reported)
    and 'competency' = any ($kinds::text[])
  group by assignment.member_id
),
needed as materialized (
  -- what each set needs; thousands of people have the same few hundred sets
  select
    profile_set.profiles,
    range_agg(int4range(needs.competency_id, needs.competency_id, '[]')) as competencies
  from (select distinct profiles from assigned) as profile_set
  cross join unnest(profile_set.profiles) as profile_id
  join reporting.profile_competency as needs using (profile_id)
  group by profile_set.profiles
),
expiring_achievement as (
  -- the best tickets that are Valid now and expire within the window
  select
    'achievement' as kind,
    ticket.member_id,
    ticket.achievement_id as item_id,
    ticket.status::text as status,
    ticket.expires_at,
    ticket.is_required
  from reporting.ticket
  join reported on reported.id = ticket.member_id
  where ticket.company_id = $organization::integer
    and ticket.status = 'Valid'
    and ticket.expires_at > $now::timestamptz
    and ticket.expires_at <= $until::timestamptz
    and 'achievement' = any ($kinds::text[])
    and (ticket.is_required or not $requiredOnly::boolean)
    and not exists (
      select
      from reporting.ticket as other
      cross join lateral (
        select
          row (coalesce(other.expires_at, 'infinity'), coalesce(other.issued_at, '-infinity'))
            as place,
          row (ticket.expires_at, coalesce(ticket.issued_at, '-infinity')) as best
      ) as compared
      where other.member_id = ticket.member_id
        and other.achievement_id = ticket.achievement_id
        and other.status = 'Valid'
        and (
          compared.place > compared.best
          or (compared.place = compared.best and other.uuid < ticket.uuid)
        )
    )
),
expiring_competency as (
  -- the standings that are satisfied now and expire within the window
  select
    'competency' as kind,
    standing.member_id,
    standing.competency_id as item_id,
    standing.status::text as status,
    standing.expires_at,
    required.is_required
  from reporting.competency_standing as standing
  join reported on reported.id = standing.member_id
  left join assigned on assigned.member_id = standing.member_id
  left join needed using (profiles)
  cross join lateral (
    select coalesce(needed.competencies @> standing.competency_id, false) as is_required
  ) as required
  where standing.company_id = $organization::integer
    and (
      standing.status = 'Validated'
      or (standing.status = 'Not Applicable' and standing.is_validated)
    )
    and standing.expires_at > $now::timestamptz
    and standing.expires_at <= $until::timestamptz
    and 'competency' = any ($kinds::text[])
    and (required.is_required or not $requiredOnly::boolean)
),
selected as materialized (
  -- both kinds
  select * from expiring_achievement
  union all
  select * from expiring_competency
),
item as materialized (
  -- what can expire, in the names of both kinds
  select
    'achievement' as kind,
    id,
    uuid,
    null as number,
    name,
    name_folded,
    measurement::integer as measurement
  from reporting.achievement
  where company_id = $organization::integer
  union all
  select
    'competency',
    id,
    uuid,
    number,
    name,
    reporting.fold(name) collate "C",
    case criticality when 'Critical' then 3 else 4 end
  from reporting.competency
  where company_id = $organization::integer
),
month as (
  -- the months of UTC from the first to the last of the window, and what expires in each
  select
    to_char(first_day, 'YYYY-MM') as month,
    coalesce(expiring.achievements, 0) as achievements,
    coalesce(expiring.competencies, 0) as competencies
  from generate_series(
    date_trunc('month', $now::timestamptz at time zone 'UTC'),
    date_trunc('month', $until::timestamptz at time zone 'UTC'),
    interval '1 month'
  ) as first_day
  left join (
    select
      date_trunc('month', expires_at at time zone 'UTC') as first_day,
      count(*) filter (where kind = 'achievement') as achievements,
      count(*) filter (where kind = 'competency') as competencies
    from selected
    where $limit::integer is not null
    group by 1
  ) as expiring using (first_day)
),
summary as (
  -- everything that is selected, counted
  select
    (select count(distinct member_id) from selected where $limit::integer is not null) as members,
    sum(achievements)::bigint as achievements,
    sum(competencies)::bigint as competencies,
    json_agg(
      json_build_object(
        'month', month, 'achievements', achievements, 'competencies', competencies
      )
      order by month
    ) as by_month
  from month
),
page as (
  -- those of the page, or all of them
  select
    selected.kind,
    reported.uuid as member_uuid,
    reported.name as member_name,
    reported.email as member_email,
    item.uuid as item_uuid,
    item.name as item_name,
    item.number as item_number,
    item.measurement,
    selected.is_required,
    selected.status,
    selected.expires_at,
    reported.name_folded as member_order,
    item.name_folded as item_order
  from selected
  join reported on reported.id = selected.member_id
  join item on item.kind = selected.kind and item.id = selected.item_id
  order by
    selected.expires_at, reported.name_folded, item.name_folded, reported.uuid, item.uuid
  limit $limit::integer
  offset $offset::bigint
)
select
  summary.members,
  summary.achievements,
  summary.competencies,
  summary.by_month as "byMonth",
  page.kind,
  page.member_uuid as "memberId",
  page.member_name as "memberName",
  page.member_email as "memberEmail",
  page.item_uuid as "itemId",
  page.item_name as "itemName",
  page.item_number as "itemNumber",
  page.measurement as "measurementKey",
  page.is_required as "isRequired",
  page.status,
  page.expires_at as "expiresAt",
  floor(extract(epoch from page.expires_at - $now::timestamptz) / 86400)::integer as "daysLeft"
from summary
left join page on true
order by
  page.expires_at, page.member_order, page.item_order, page.member_uuid, page.item_uuid
