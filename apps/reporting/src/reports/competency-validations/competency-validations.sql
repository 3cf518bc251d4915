-- A row per recorded competency of a reported member, with its current status. Filtered by $departments, $members, $q
-- (all words in the name, or the text in the code), $status (the current one), and $expiresBefore.
--
-- Example: Ada's Muster point was Validated until this very instant. It is Expired, so the status Expired finds it and
-- Validated does not.
--
-- Order: member name, competency number, IDs. An organization may have millions of rows, so they are never sorted
-- together: members are read by name, and the standings of each are looked up and sorted separately. For one page,
-- competency-validations-page.sql is used.
with reported as not materialized (
  -- requested members by name
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
  -- requested standings with their current status
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
  -- the member's standings by competency number
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
  -- always exists, but an inner join would be estimated at one row in ten, and then validators would not be cached
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
