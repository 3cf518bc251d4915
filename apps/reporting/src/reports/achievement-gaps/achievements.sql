-- A row: an achievement of the organization and how many hold it, most widely held first, then by name, with
-- $byLacking after how many of those required to hold it lack it; and how many there are in all. A holder is a member
-- with access, in $shown where departments are given, and a ticket that is Valid now; several tickets count once. Left
-- out: names that lack a word of $q. A page past the end is one row without an achievement.
with found as (
  -- the achievements that $q is about
  select id, uuid, name, name_folded, measurement
  from reporting.achievement
  where company_id = $organization::integer
    and ($q::text is null or not exists (
      select from reporting.words_of($q::text) where position(word in name_folded) = 0
    ))
),
lacking as materialized (
  -- how many members reported on it is required of, in some department, and not Valid in all of those
  select achievement_id, count(*) as members
  from reporting.member_achievement($organization::integer, $shown::integer[], null, null, true, $now::timestamptz)
  where $byLacking::boolean
    and status is distinct from 'Valid'
  group by achievement_id
),
page as (
  -- those of the page, each with its holders: the index has members in order, so that nothing is sorted
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
