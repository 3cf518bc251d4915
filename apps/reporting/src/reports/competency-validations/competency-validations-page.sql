-- A row: as in competency-validations.sql, of the $limit rows from $offset or behind $after, and how many rows there
-- are in all. A page past the end is one row with the total alone.
--
-- Order: as there. How many rows each name has is counted first, by what triggers keep unless the rows are narrowed:
-- the rows of the names that the page is made of are read and sorted, and no others.
with standing as not materialized (
  -- what is recorded in the organization and asked for, as it stands now
  select *
  from reporting.recorded_standing(
    organization => $organization::integer,
    asked => $status::reporting.standing_status,
    expires_before => $expiresBefore::timestamptz,
    at => $now::timestamptz
  )
),
reported as materialized (
  -- the members reported on that are asked for, and how many rows each has
  select
    member.id,
    member.name_folded collate "C" as name_folded,
    case
      when kept.recorded is not null
        and $status::reporting.standing_status is null
        and $expiresBefore::timestamptz is null
        then kept.recorded
      else (select count(*) from standing where standing.member_id = member.id)
    end as rows
  from reporting.reported_member(
    organization => $organization::integer,
    departments => $departments::integer[],
    members => $members::integer[],
    q => $q::text
  ) as member
  left join reporting.standing_count as kept
    on kept.company_id = $organization::integer
    and kept.member_id = member.id
),
name as materialized (
  -- how many rows are before each name, and up to it
  select
    name_folded,
    array_agg(id) as members,
    sum(sum(rows)) over names - sum(rows) as before,
    sum(sum(rows)) over names as up_to
  from reported
  group by name_folded
  window names as (order by name_folded)
),
start as materialized (
  -- how many rows are before the first name of the page, and before the page in that name at most
  select
    coalesce(max(up_to) filter (where name_folded < ($after::text[])[1]), $offset::bigint) as before,
    coalesce(sum(up_to - before) filter (where name_folded = ($after::text[])[1]), 0) as within
  from name
),
page as materialized (
  -- the members of the names that the page is made of
  select name.name_folded, unnest(name.members) as member_id, name.before
  from name
  cross join start
  where name.up_to > start.before
    and name.before < start.before + start.within + $limit::integer
)
select everything.total, validation.*
from (select coalesce(max(up_to), 0)::bigint as total from name) as everything
left join (
  select
    member.uuid as "memberId",
    account.name as "memberName",
    competency.uuid as "competencyId",
    competency.number as "competencyNumber",
    competency.name as "competencyName",
    competency.criticality,
    standing.status,
    standing.validated_at as "validatedAt",
    standing.expires_at as "expiresAt",
    validator.uuid as "validatorId",
    validator.name as "validatorName",
    account.email as "memberEmail",
    -- in files alone
    '' as departments,
    member.code as "memberCode",
    array[page.name_folded, competency.number, member.uuid::text, competency.uuid::text] as position
  from page
  cross join lateral (
    select uuid, account_id, code from reporting.member where id = page.member_id limit 1
  ) as member
  cross join lateral (
    select name, email from reporting.account where id = member.account_id limit 1
  ) as account
  join standing on standing.member_id = page.member_id
  join reporting.competency on competency.id = standing.competency_id
  left join lateral (
    select uuid, name from reporting.validator where id = standing.validator_id limit 1
  ) as validator on true
  where $after::text[] is null
    or (page.name_folded, competency.number, member.uuid, competency.uuid) > (
      ($after::text[])[1], ($after::text[])[2], ($after::text[])[3]::uuid, ($after::text[])[4]::uuid
    )
  order by page.name_folded, competency.number, member.uuid, competency.uuid
  limit $limit::integer
  offset case
    when $after::text[] is null then $offset::bigint - coalesce((select min(before) from page), 0)
    else 0
  end
) as validation on true
