-- A row: how a member stands in a department by a measurement, for every affiliation that is counted and
-- every measurement asked for (decisions-reporting, "Compliance summary"). Left out: with emptyScore
-- `excluded` the rows that require nothing; when members must have a profile, those without any.
--
-- Example: of eight required competencies six are validated and one is not applicable, validated:
-- satisfied 7, score 0.875.
--
-- Order: department name, member name, ids, measurement.
select
  department.uuid as "departmentId",
  department.name as "departmentName",
  department.code as "departmentCode",
  member.uuid as "memberId",
  account.name as "memberName",
  member.code as "memberCode",
  primary_profile.uuid as "primaryProfileId",
  primary_profile.name as "primaryProfileName",
  primary_profile.code as "primaryProfileCode",
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
join reporting.department on department.id = compliance.department_id
join reporting.member on member.id = compliance.member_id
join reporting.account on account.id = member.account_id
left join reporting.profile_assignment as primary_assignment
  on primary_assignment.member_id = compliance.member_id
  and primary_assignment.is_primary
left join reporting.profile as primary_profile on primary_profile.id = primary_assignment.profile_id
where ($emptyScore::text <> 'excluded' or compliance.required > 0)
  and (
    not $memberMustHaveProfile::boolean
    or exists (
      select from reporting.profile_assignment where member_id = compliance.member_id
    )
  )
order by
  department.name_folded,
  account.name_folded,
  department.uuid,
  member.uuid,
  compliance.measurement
