-- A row: an achievement of the organization and how many hold it, most widely held first, then by name;
-- and how many there are in all. A holder is a member with access and a ticket that is Valid now; several
-- tickets count once. Left out: names that lack a word of $q. A page past the end is one row without an
-- achievement.
with found as (
  -- the achievements that $q is about
  select id, uuid, name, name_folded, measurement
  from reporting.achievement
  where company_id = $organization::integer
    and ($q::text is null or not exists (
      select
      from regexp_split_to_table(trim(reporting.fold($q::text)), '\s+') as word
      where position(word in name_folded) = 0
    ))
),
held as (
  -- those that somebody holds
  select ticket.achievement_id, count(distinct ticket.member_id) as holders
  from found
  join reporting.ticket on ticket.achievement_id = found.id
  join reporting.member on member.id = ticket.member_id
  where member.has_access
    and reporting.ticket_status_at(ticket.status, ticket.expires_at, $now::timestamptz) = 'Valid'
  group by ticket.achievement_id
),
page as (
  -- those of the page
  select found.*, coalesce(held.holders, 0) as holders
  from found
  left join held on held.achievement_id = found.id
  order by holders desc, name_folded, uuid
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  page.uuid as "achievementId",
  page.name as "achievementName",
  page.measurement,
  (select uuid from reporting.company where id = $organization::integer) as "companyId",
  page.holders
from (select count(*) as total from found) as everything
left join page on true
order by page.holders desc, page.name_folded, page.uuid
