-- A row: how a member stands in a department by a measurement, for every affiliation that is counted and
-- every measurement asked for (decisions-reporting, "Compliance summary"). Left out: with emptyScore
-- `excluded` the rows that require nothing; when members must have a profile, those without any.
--
-- Example: of eight required competencies six are validated and one is not applicable, validated:
-- satisfied 7, score 0.875.
--
-- Order: department name, member name, ids, measurement.
with listed as (
  -- the affiliations that are counted, by name; their twelve rows each are then ordered by a number
  select
    affiliation.member_id,
    affiliation.department_id,
    department.uuid as department_uuid,
    department.name as department_name,
    department.code as department_code,
    member.uuid as member_uuid,
    account.name as member_name,
    member.code as member_code,
    profile.uuid as profile_uuid,
    profile.name as profile_name,
    profile.code as profile_code,
    row_number() over (
      order by department.name_folded, account.name_folded, department.uuid, member.uuid
    ) as place
  from reporting.counted_affiliation(
    $organization::integer, $functions::reporting.affiliation_function[]
  ) as affiliation
  join reporting.department on department.id = affiliation.department_id
  join reporting.member on member.id = affiliation.member_id
  join reporting.account on account.id = member.account_id
  left join reporting.profile_assignment as first
    on first.member_id = affiliation.member_id
    and first.is_primary
  left join reporting.profile on profile.id = first.profile_id
  where ($departments::integer[] is null or affiliation.department_id = any ($departments::integer[]))
    and ($members::integer[] is null or affiliation.member_id = any ($members::integer[]))
    and (
      not $memberMustHaveProfile::boolean
      or exists (
        select from reporting.profile_assignment where member_id = affiliation.member_id
      )
    )
)
select
  listed.department_uuid as "departmentId",
  listed.department_name as "departmentName",
  listed.department_code as "departmentCode",
  listed.member_uuid as "memberId",
  listed.member_name as "memberName",
  listed.member_code as "memberCode",
  listed.profile_uuid as "primaryProfileId",
  listed.profile_name as "primaryProfileName",
  listed.profile_code as "primaryProfileCode",
  compliance.measurement as "measurementKey",
  case
    -- decimal, half away from zero; to a float only when nothing is left to round
    when compliance.required > 0
      then round(compliance.satisfied::numeric / compliance.required, 4)::float8
    when $emptyScore::text = 'compliant' then 1
    when $emptyScore::text = 'nonCompliant' then 0
  end as score,
  compliance.required,
  compliance.satisfied,
  compliance.expired,
  compliance.not_completed as "notCompleted",
  compliance.not_applicable as "notApplicable",
  compliance.needs_training as "needsTraining",
  compliance.self_assessed as "selfAssessed",
  compliance.submitted,
  compliance.validated
from reporting.compliance(
  $organization::integer,
  $functions::reporting.affiliation_function[],
  $profileCondition::text,
  $departments::integer[],
  $members::integer[],
  $measurements::integer[],
  $now::timestamptz
) as compliance
join listed using (member_id, department_id)
where $emptyScore::text <> 'excluded' or compliance.required > 0
order by listed.place, compliance.measurement
