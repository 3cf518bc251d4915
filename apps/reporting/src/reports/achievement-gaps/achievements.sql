-- A row per achievement of the organization whose name contains all words of $q, with its number of holders and the
-- total of achievements. A holder is a member with access, in a department of $shown unless that is null, with a ticket
-- that is currently Valid; several tickets count once. An empty page is one row without an achievement.
--
-- Order: number of holders (descending), name; with $byLacking, first the number of members who are required to hold
-- the achievement and do not (descending).
with found as (
  -- achievements whose name contains all words of $q
  select id, uuid, name, name_folded, measurement
  from reporting.achievement
  where company_id = $organization::integer
    and ($q::text is null or name_folded like all ((select reporting.word_patterns($q::text))::text[]))
),
lacking as materialized (
  -- the number of reported members who are required to hold it in a department and are not Valid in all of those
  select achievement_id, count(*) as members
  from reporting.member_achievement($organization::integer, $shown::integer[], null, null, true, $now::timestamptz)
  where $byLacking::boolean
    and status is distinct from 'Valid'
  group by achievement_id
),
page as (
  -- the achievements of the page with their holders; the index returns members in order, which avoids a sort
  select found.*, held.holders, coalesce(lacking.members, 0) as lacking
  from found
  left join lacking on lacking.achievement_id = found.id
  cross join lateral (
    select count(*) as holders
    from (
      select distinct ticket.member_id
      from reporting.ticket
      where ticket.company_id = $organization::integer
        and ticket.achievement_id = found.id
        and reporting.ticket_status_at(
          ticket.status, ticket.issued_at, ticket.expires_at, $now::timestamptz
        ) = 'Valid'
        and ticket.member_id not in (
          select id from reporting.member where company_id = $organization::integer and not has_access
        )
        and ($shown::integer[] is null or ticket.member_id in (
          select member_id
          from reporting.counted_affiliation($organization::integer)
          where department_id = any ($shown::integer[])
        ))
    ) as holder
  ) as held
  order by lacking desc, holders desc, name_folded, uuid
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  page.uuid as "achievementId",
  page.name as "achievementName",
  page.measurement,
  (select uuid from reporting.company where id = $organization::integer) as "companyId",
  page.holders,
  page.lacking
from (select count(*) as total from found) as everything
left join page on true
order by page.lacking desc, page.holders desc, page.name_folded, page.uuid
