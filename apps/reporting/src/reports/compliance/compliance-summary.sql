-- A row per counted affiliation, with the counts of each measurement with requirements (department-counts.define.sql)
-- as [measurement, required, satisfied, expired, not completed, not applicable, needs training, self-assessed,
-- submitted, validated]; null if nothing is required. With $memberMustHaveProfile, members without a profile are
-- omitted.
--
-- Order: department name, member name, IDs. Reads one department after another, so that the first rows are returned
-- immediately and only one department is sorted. Names are looked up one by one with `limit 1`, because a hash join
-- would not preserve the order of departments.
select
  department.uuid as "departmentId",
  department.name as "departmentName",
  department.code as "departmentCode",
  member.uuid as "memberId",
  account.name as "memberName",
  member.code as "memberCode",
  account.email as "memberEmail",
  profile.uuid as "primaryProfileId",
  profile.name as "primaryProfileName",
  profile.code as "primaryProfileCode",
  counted.measurements
from (
  select *
  from reporting.department
  where company_id = $organization::integer
    and ($departments::integer[] is null or id = any ($departments::integer[]))
    and (
      $members::integer[] is null
      or exists (
        select
        from reporting.affiliation
        where affiliation.department_id = department.id
          and affiliation.member_id = any ($members::integer[])
      )
    )
  order by name_folded
) as department
cross join lateral (
  -- the affiliations of the department with their counts
  select
    part.member_id,
    array_to_json(array_agg(part.counts) filter (where part.counts is not null)) as measurements
  from (
    select affiliation.member_id, null::integer[] as counts
    from reporting.counted_affiliation(
      $organization::integer, $functions::reporting.affiliation_function[]
    ) as affiliation
    where affiliation.department_id = department.id
      and ($members::integer[] is null or affiliation.member_id = any ($members::integer[]))
      and (
        not $memberMustHaveProfile::boolean
        or exists (
          select from reporting.profile_assignment where member_id = affiliation.member_id
        )
      )
    union all
    select
      counts.member_id,
      array[
        counts.measurement, counts.required, counts.satisfied, counts.expired, counts.not_completed,
        counts.not_applicable, counts.needs_training, counts.self_assessed, counts.submitted,
        counts.validated
      ]
    from reporting.department_counts(
      $organization::integer,
      department.id,
      $functions::reporting.affiliation_function[],
      $profileCondition::text,
      $members::integer[],
      $measurements::integer[],
      $now::timestamptz
    ) as counts
  ) as part
  group by part.member_id
  having bool_or(part.counts is null)
) as counted
cross join lateral (
  select uuid, code, account_id from reporting.member where id = counted.member_id limit 1
) as member
cross join lateral (
  select name, name_folded, email from reporting.account where id = member.account_id limit 1
) as account
left join lateral (
  select profile.uuid, profile.name, profile.code
  from reporting.profile_assignment as assignment
  join reporting.profile on profile.id = assignment.profile_id
  where assignment.member_id = counted.member_id
    and assignment.is_primary
  limit 1
) as profile on true
order by department.name_folded, account.name_folded, department.uuid, member.uuid
