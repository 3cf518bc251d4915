-- A row per item of a reported member that expires or expired within the window ($from, $to], as defined in
-- expiring-items.define.sql. Filtered by $departments, $members, $q (all words in the name, or the text in the code),
-- $kinds and $requiredOnly.
--
-- Example: Ada has two tickets for H2S Alive, which expire in 10 and 400 days: nothing expires within 90.
--
-- Order: expiry, member name, item name, IDs. For one page with a summary, expirations-page.sql is used.
with reported as materialized (
  -- selected members
  select
    member.id,
    member.uuid,
    member.name,
    member.name_folded collate "C" as name_folded,
    member.email,
    (select code from reporting.member as stored where stored.id = member.id) as code,
    (
      select names
      from reporting.counted_department_names($organization::integer, $shown::integer[], member.id)
    ) as departments
  from reporting.reported_member(
    organization => $organization::integer,
    departments => $departments::integer[],
    members => $members::integer[],
    q => $q::text
  ) as member
),
item as materialized (
  -- everything that can expire
  select kind, id, uuid, number, name, name_folded collate "C" as name_folded, measurement
  from reporting.expirable_item($organization::integer)
)
select
  expiring.kind,
  reported.uuid as "memberId",
  reported.name as "memberName",
  reported.email as "memberEmail",
  item.uuid as "itemId",
  item.name as "itemName",
  item.number as "itemNumber",
  item.measurement as "measurementKey",
  expiring.is_required as "isRequired",
  case
    when expiring.expires_at <= $now::timestamptz then 'Expired'
    when expiring.kind = 'achievement' then 'Valid'
    else expiring.recorded::text
  end as status,
  expiring.expires_at as "expiresAt",
  floor(extract(epoch from expiring.expires_at - $now::timestamptz) / 86400)::integer as "daysLeft",
  reported.departments,
  reported.code as "memberCode"
from reporting.expiring_item(
  organization => $organization::integer,
  kinds => $kinds::text[],
  required_only => $requiredOnly::boolean,
  since => $from::timestamptz,
  until => $to::timestamptz,
  at => $now::timestamptz
) as expiring
join reported on reported.id = expiring.member_id
join item on item.kind = expiring.kind and item.id = expiring.item_id
order by
  expiring.expires_at, reported.name_folded, item.name_folded, reported.uuid, item.uuid
