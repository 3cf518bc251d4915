-- Up to $limit rows of competency-validations.sql, in its order, from $offset or after $after, with the total number of
-- rows. An empty page is one row with only the total.
--
-- First counts the rows of each name, with the kept counts unless rows are filtered. Then reads and sorts only the
-- rows of names on the page.
with standing as not materialized (
  -- requested standings with their current status
  select *
  from reporting.recorded_standing(
    organization => $organization::integer,
    asked => $status::reporting.standing_status,
    expires_before => $expiresBefore::timestamptz,
    at => $now::timestamptz
  )
),
reported as materialized (
  -- requested members with their number of rows
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
  -- the number of rows before and up to each name
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
  -- the number of rows before the first name of the page, and at most how many of that name are before the page
  select
    coalesce(max(up_to) filter (where name_folded < ($after::text[])[1]), $offset::bigint) as before,
    coalesce(sum(up_to - before) filter (where name_folded = ($after::text[])[1]), 0) as within
  from name
),
page as materialized (
  -- members whose names are on the page
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
    -- only for files
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
