-- A row: what is recorded of a member's competency, with its standing now. The members are those reported on, in
-- $departments where these are given. Left out: competencies of which nothing is recorded, other members than $members,
-- other standings now than $status, what does not expire before $expiresBefore, and names that lack a word of $q with
-- codes that lack it.
--
-- Example: Ada's Muster point was Validated until this very instant: it is Expired, and so found by the
-- status Expired, not by Validated.
--
-- Order: member name, competency number, ids. An organization may have millions of rows, and they are never
-- sorted together: members come in the order of their names, what is recorded is looked up member by
-- member, so that each name's rows are sorted alone. A page of them: competency-validations-page.sql.
with reported as not materialized (
  -- the members reported on that are asked for, by name
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
  order by name_folded
),
standing as not materialized (
  -- what is recorded in the organization and asked for, as it stands now
  select *
  from reporting.recorded_standing(
    organization => $organization::integer,
    asked => $status::reporting.standing_status,
    expires_before => $expiresBefore::timestamptz,
    at => $now::timestamptz
  )
)
select
  reported.uuid as "memberId",
  reported.name as "memberName",
  recorded.*,
  reported.email as "memberEmail",
  reported.departments,
  reported.code as "memberCode"
from reported
cross join lateral (
  -- what is recorded of the member, by competency
  select
    competency.uuid as "competencyId",
    competency.number as "competencyNumber",
    competency.name as "competencyName",
    competency.criticality,
    standing.status,
    standing.validated_at as "validatedAt",
    standing.expires_at as "expiresAt",
    validator.uuid as "validatorId",
    validator.name as "validatorName"
  from standing
  -- always there; an inner join is estimated at one row in ten, and then validators are not cached
  left join reporting.competency on competency.id = standing.competency_id
  left join lateral (
    select uuid, name from reporting.validator where id = standing.validator_id limit 1
  ) as validator on true
  where standing.member_id = reported.id
  order by competency.number, competency.uuid
) as recorded
order by
  reported.name_folded,
  recorded."competencyNumber",
  reported.uuid,
  recorded."competencyId"
