-- Up to $limit rows of expirations.sql, in its order, from $offset or after $after, with a summary of the whole
-- selection. An empty page is one row without a kind.
--
-- First counts the whole selection by instant and member, in one pass over the index. Then looks up names and sorts
-- only for the instants on the page.
with reported as materialized (
  -- selected members
  select member.id
  from reporting.reported_member_id(
    organization => $organization::integer,
    departments => $departments::integer[],
    members => $members::integer[],
    q => $q::text
  ) as member
),
needs as materialized (
  -- requirements of their profiles, with $requiredOnly
  select *
  from reporting.profile_needs($organization::integer, array(select id from reported))
  where $requiredOnly::boolean
),
expiring as not materialized (
  -- expirations in the window: of few members, looked up by member; otherwise of the whole organization
  select found.*
  from reporting.expiring_item(
    organization => $organization::integer,
    kinds => $kinds::text[],
    since => $from::timestamptz,
    until => $to::timestamptz,
    at => $now::timestamptz
  ) as found
  where (select count(*) from reported) <= 500
    and found.member_id = any (array(select id from reported))
  union all
  select found.*
  from reporting.expiring_item(
    organization => $organization::integer,
    kinds => $kinds::text[],
    since => $from::timestamptz,
    until => $to::timestamptz,
    at => $now::timestamptz
  ) as found
  where (select count(*) from reported) > 500
),
selected as not materialized (
  -- those of the selection; "is true" forces a hash table of members, regardless of their estimated number
  select expiring.*
  from expiring
  where case
    when $requiredOnly::boolean and not expiring.is_asked then reporting.is_needed(
      (select members from needs),
      (select sets from needs),
      (select chunks from needs),
      (select items from needs),
      expiring.member_id,
      expiring.chunk,
      expiring.item_id
    )
    else (expiring.member_id in (select id from reported)) is true
  end
),
counted as materialized (
  -- the number of expirations by instant, and by member
  select
    expires_at,
    member_id,
    count(*) as expirations,
    count(*) - count(recorded) as achievements
  from selected
  group by grouping sets ((expires_at), (member_id))
),
instant as materialized (
  -- the number of expirations before and up to each instant
  select
    expires_at,
    expirations,
    achievements,
    sum(expirations) over instants - expirations as before,
    sum(expirations) over instants as up_to
  from counted
  where expires_at is not null
  window instants as (order by expires_at)
),
start as materialized (
  -- the number of expirations before the first instant of the page, and at most how many at that instant are before it
  select
    coalesce(
      max(up_to) filter (where expires_at < ($after::text[])[1]::timestamptz), $offset::bigint
    ) as before,
    coalesce(sum(expirations) filter (where expires_at = ($after::text[])[1]::timestamptz), 0) as within
  from instant
),
page_instant as materialized (
  -- the instants on the page
  select array_agg(instant.expires_at) as instants, min(instant.before) as before
  from instant
  cross join start
  where instant.up_to > start.before
    and instant.before < start.before + start.within + $limit::integer
),
item as materialized (
  -- everything that can expire
  select kind, id, uuid, number, name, name_folded collate "C" as name_folded, measurement
  from reporting.expirable_item($organization::integer)
),
month as (
  -- every month of the window, in UTC, with its number of expirations
  select
    to_char(first_day, 'YYYY-MM') as month,
    coalesce(expiring.achievements, 0) as achievements,
    coalesce(expiring.competencies, 0) as competencies
  from generate_series(
    date_trunc('month', $from::timestamptz at time zone 'UTC'),
    date_trunc('month', $to::timestamptz at time zone 'UTC'),
    interval '1 month'
  ) as first_day
  left join (
    select
      date_trunc('month', expires_at at time zone 'UTC') as first_day,
      sum(achievements) as achievements,
      sum(expirations - achievements) as competencies
    from instant
    group by 1
  ) as expiring using (first_day)
),
summary as (
  -- counts of the whole selection
  select
    (select count(*) from counted where member_id is not null) as members,
    sum(achievements)::bigint as achievements,
    sum(competencies)::bigint as competencies,
    json_agg(
      json_build_object(
        'month', month, 'achievements', achievements, 'competencies', competencies
      )
      order by month
    ) as by_month
  from month
)
select
  summary.members,
  summary.achievements,
  summary.competencies,
  summary.by_month as "byMonth",
  summary.achievements + summary.competencies as total,
  page.*
from summary
left join (
  -- the rows of the page; names are looked up one by one with `limit 1`, because a join would read all names
  select
    expiring.kind,
    member.uuid as "memberId",
    account.name as "memberName",
    account.email as "memberEmail",
    item.uuid as "itemId",
    item.name as "itemName",
    item.number as "itemNumber",
    item.measurement as "measurementKey",
    $requiredOnly::boolean
    or expiring.is_asked
    or reporting.is_of_profile($organization::integer, expiring.member_id, expiring.kind, expiring.item_id)
      as "isRequired",
    case
      when expiring.expires_at <= $now::timestamptz then 'Expired'
      when expiring.kind = 'achievement' then 'Valid'
      else expiring.recorded::text
    end as status,
    expiring.expires_at as "expiresAt",
    floor(extract(epoch from expiring.expires_at - $now::timestamptz) / 86400)::integer as "daysLeft",
    member.code as "memberCode",
    array[
      to_json(expiring.expires_at) #>> '{}', account.name_folded, item.name_folded, member.uuid::text, item.uuid::text
    ] as position
  from selected as expiring
  join item on item.kind = expiring.kind and item.id = expiring.item_id
  cross join lateral (
    select uuid, account_id, code from reporting.member where id = expiring.member_id limit 1
  ) as member
  cross join lateral (
    select name, name_folded, email from reporting.account where id = member.account_id limit 1
  ) as account
  where expiring.expires_at = any ((select instants from page_instant)::timestamptz[])
    and (
      $after::text[] is null
      or (expiring.expires_at, account.name_folded, item.name_folded, member.uuid, item.uuid) > (
        ($after::text[])[1]::timestamptz,
        ($after::text[])[2],
        ($after::text[])[3],
        ($after::text[])[4]::uuid,
        ($after::text[])[5]::uuid
      )
    )
  order by expiring.expires_at, account.name_folded, item.name_folded, member.uuid, item.uuid
  limit $limit::integer
  offset case
    when $after::text[] is null then $offset::bigint - coalesce((select before from page_instant), 0)
    else 0
  end
) as page on true
