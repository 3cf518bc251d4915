-- A row per member and measurement with requirements in a department. This is the definition of compliance: the
-- summary lists its rows, and the overview, snapshots and statistics sum them.
--
-- Called per department, so that a report on a whole organization starts immediately and sorts at most one department;
-- the needs of profiles are computed once per statement. Callers sum the rows with `union all` and `group by` rather
-- than joins, because the planner can only guess their number.
create or replace function reporting.department_counts(
  organization integer,
  department integer,
  functions reporting.affiliation_function[],
  condition text,
  members integer[],
  measurements integer[],
  at timestamptz
) returns table (
  member_id integer,
  measurement integer,
  required integer,
  satisfied integer,
  expired integer,
  not_completed integer,
  not_applicable integer,
  needs_training integer,
  self_assessed integer,
  submitted integer,
  validated integer
)
  language sql stable parallel safe
begin atomic
  with profile_need as materialized (
    -- the competencies of each profile, by chunk
    select
      profile_competency.profile_id,
      reporting.bitmap_chunk(competency.id) as chunk,
      coalesce(
        bit_or(reporting.bitmap_bit(competency.id)) filter (where competency.criticality = 'Critical'),
        0::bit(1024)
      ) as critical,
      coalesce(
        bit_or(reporting.bitmap_bit(competency.id)) filter (where competency.criticality <> 'Critical'),
        0::bit(1024)
      ) as non_critical
    from reporting.profile_competency
    join reporting.competency on competency.id = profile_competency.competency_id
    where profile_competency.company_id = organization
      and (measurements is null or measurements && '{3,4}')
    group by 1, 2
  ),
  needed as (
    -- the combined needs of a member's profiles in the department, without duplicates
    select
      counted.member_id,
      profile_need.chunk,
      bit_or(profile_need.critical) as critical,
      bit_or(profile_need.non_critical) as non_critical
    from reporting.counted_affiliation(organization, functions) as counted
    join reporting.profile_assignment as assignment using (member_id, department_id)
    join profile_need using (profile_id)
    where assignment.department_id = department
      and assignment.company_id = organization
      and (members is null or assignment.member_id = any (members))
      and case condition
        when 'all' then true
        when 'compliance' then assignment.requires_compliance
        when 'primary' then assignment.is_primary
      end
    group by counted.member_id, profile_need.chunk
  ),
  recorded as (
    -- the needs with the member's bitmap at the instant, computed from standings if the stored one is not exact
    select needed.member_id, needed.critical, needed.non_critical, bitmap.*
    from needed
    left join lateral (
      select exact.*
      from reporting.standing_bitmap as stored
      cross join lateral (
        select
          stored.validated, stored.not_applicable, stored.not_applicable_validated, stored.expired,
          stored.needs_training, stored.self_assessed, stored.submitted
        where stored.valid_from <= at and at < stored.valid_until
        union all
        select
          counted.validated, counted.not_applicable, counted.not_applicable_validated, counted.expired,
          counted.needs_training, counted.self_assessed, counted.submitted
        from reporting.count_standings(stored.member_id, stored.chunk, at) as counted
        where not (stored.valid_from <= at and at < stored.valid_until)
      ) as exact
      where stored.member_id = needed.member_id
        and stored.chunk = needed.chunk
        and stored.company_id = organization
    ) as bitmap on true
  ),
  competencies as (
    select
      recorded.member_id,
      asked.measurement,
      sum(bit_count(asked.needed))::integer as required,
      coalesce(sum(bit_count(asked.needed & recorded.not_applicable_validated)), 0)::integer
        as not_applicable_validated,
      coalesce(sum(bit_count(asked.needed & recorded.expired)), 0)::integer as expired,
      coalesce(sum(bit_count(asked.needed & recorded.not_applicable)), 0)::integer as not_applicable,
      coalesce(sum(bit_count(asked.needed & recorded.needs_training)), 0)::integer as needs_training,
      coalesce(sum(bit_count(asked.needed & recorded.self_assessed)), 0)::integer as self_assessed,
      coalesce(sum(bit_count(asked.needed & recorded.submitted)), 0)::integer as submitted,
      coalesce(sum(bit_count(asked.needed & recorded.validated)), 0)::integer as validated
    from recorded
    cross join lateral (
      values (3, recorded.critical), (4, recorded.non_critical)
    ) as asked (measurement, needed)
    where measurements is null or asked.measurement = any (measurements)
    group by recorded.member_id, asked.measurement
  ),
  achievements as (
    select required.member_id, achievement.measurement, required.status
    from reporting.required_achievement(
      organization, department, functions, condition, members, at
    ) as required
    join reporting.achievement on achievement.id = required.achievement_id
    where measurements is null
      or (achievement.measurement = any (measurements) and not measurements <@ '{3,4}')
  )
  select
    member_id,
    measurement,
    required,
    validated + not_applicable_validated,
    expired,
    required - validated - not_applicable - expired - needs_training - self_assessed - submitted,
    not_applicable,
    needs_training,
    self_assessed,
    submitted,
    validated
  from competencies
  where required > 0
  union all
  select
    member_id,
    measurement,
    count(*)::integer,
    count(*) filter (where status = 'Valid')::integer,
    count(*) filter (where status = 'Expired')::integer,
    count(*) filter (where status = 'Pending' or status is null)::integer,
    0,
    0,
    0,
    count(*) filter (where status = 'Submitted')::integer,
    0
  from achievements
  group by member_id, measurement;
end;

-- A row per counted affiliation and requested measurement, as counted by reporting.department_counts, with zeros if
-- nothing is required. Null departments, members and measurements mean all; null functions means the default ones.
create or replace function reporting.compliance(
  organization integer,
  functions reporting.affiliation_function[],
  condition text,
  departments integer[],
  members integer[],
  measurements integer[],
  at timestamptz
) returns table (
  member_id integer,
  department_id integer,
  function reporting.affiliation_function,
  measurement integer,
  required integer,
  satisfied integer,
  expired integer,
  not_completed integer,
  not_applicable integer,
  needs_training integer,
  self_assessed integer,
  submitted integer,
  validated integer
)
  language sql stable parallel safe
begin atomic
  select counted.*
  from reporting.department
  cross join lateral (
    select
      part.member_id,
      department.id as department_id,
      max(part.function) as function,
      part.measurement,
      sum(part.required)::integer as required,
      sum(part.satisfied)::integer as satisfied,
      sum(part.expired)::integer as expired,
      sum(part.not_completed)::integer as not_completed,
      sum(part.not_applicable)::integer as not_applicable,
      sum(part.needs_training)::integer as needs_training,
      sum(part.self_assessed)::integer as self_assessed,
      sum(part.submitted)::integer as submitted,
      sum(part.validated)::integer as validated
    from (
      select
        affiliation.member_id, affiliation.function, asked.measurement,
        0 as required, 0 as satisfied, 0 as expired, 0 as not_completed, 0 as not_applicable,
        0 as needs_training, 0 as self_assessed, 0 as submitted, 0 as validated
      from reporting.counted_affiliation(organization, functions) as affiliation
      cross join generate_series(1, 12) as asked (measurement)
      where affiliation.department_id = department.id
        and (members is null or affiliation.member_id = any (members))
        and (measurements is null or asked.measurement = any (measurements))
      union all
      select
        counts.member_id, null, counts.measurement,
        counts.required, counts.satisfied, counts.expired, counts.not_completed, counts.not_applicable,
        counts.needs_training, counts.self_assessed, counts.submitted, counts.validated
      from reporting.department_counts(
        organization, department.id, functions, condition, members, measurements, at
      ) as counts
    ) as part
    group by part.member_id, part.measurement
  ) as counted
  where department.company_id = organization
    and (departments is null or department.id = any (departments));
end;
