-- What the reports and the snapshots have to agree on is said here, once. All of it is plain SQL that the
-- planner takes into the statement that calls it, so that a filter there costs what it would cost anywhere.

-- The standing that a record has at an instant (decisions-reporting, "Competency standing now").
create function reporting.standing_at(
  status reporting.standing_status, is_validated boolean, expires_at timestamptz, at timestamptz
) returns reporting.standing_status
  language sql immutable parallel safe
return case
  when expires_at <= at and (status = 'Validated' or status = 'Not Applicable' and is_validated)
    then 'Expired'
  else status
end;

-- The status that a ticket has at an instant (decisions-reporting, "Ticket standing now").
create function reporting.ticket_status_at(
  status reporting.ticket_status, expires_at timestamptz, at timestamptz
) returns reporting.ticket_status
  language sql immutable parallel safe
return case when expires_at <= at and status = 'Valid' then 'Expired' else status end;

-- A row: an affiliation that is reported on. Its function is counted, by default any but Employee, and its
-- member has access (decisions-reporting, "Members reported on").
create function reporting.counted_affiliation(
  organization integer,
  functions reporting.affiliation_function[] default null
) returns table (
  member_id integer,
  department_id integer,
  function reporting.affiliation_function
)
  language sql stable parallel safe
begin atomic
  select affiliation.member_id, affiliation.department_id, affiliation.function
  from reporting.affiliation
  join reporting.member on member.id = affiliation.member_id
  where affiliation.company_id = organization
    and affiliation.function = any (
      coalesce(functions, '{Department,Organization,Administration}')
    )
    and member.has_access;
end;

-- A row: how a member stands in a department by the competencies of one measurement, 3 critical or
-- 4 non-critical (decisions-reporting, "Measurements"). Left out: members whose profiles there, of those
-- that meet the condition, need none.
--
-- Example: Ada has two profiles in Drilling that share 'Muster point'. It is required once.
--
-- Thousands of people have the same few hundred sets of profiles. What a set needs is resolved once, into
-- a multirange, in which a member's records are then looked up as they are read along their key.
create function reporting.competency_compliance(
  organization integer,
  condition text,
  departments integer[],
  members integer[],
  measurements integer[],
  at timestamptz
) returns table (
  member_id integer,
  department_id integer,
  measurement integer,
  required integer,
  validated integer,
  not_applicable integer,
  not_applicable_validated integer,
  expired integer,
  not_completed integer,
  needs_training integer,
  self_assessed integer,
  submitted integer
)
  language sql stable parallel safe
begin atomic
  with assigned as (
    -- the set of profiles that count for a member in a department
    select
      assignment.member_id,
      assignment.department_id,
      array_agg(assignment.profile_id order by assignment.profile_id) as profiles
    from reporting.profile_assignment as assignment
    where assignment.company_id = organization
      and (departments is null or assignment.department_id = any (departments))
      and (members is null or assignment.member_id = any (members))
      and case condition
        when 'all' then true
        when 'compliance' then assignment.requires_compliance
        when 'primary' then assignment.is_primary
      end
    group by assignment.member_id, assignment.department_id
  ),
  needed as (
    -- what each set needs, by measurement; a competency of two profiles once
    select
      profile_set.profiles,
      kind.measurement,
      count(distinct competency.id)::integer as required,
      range_agg(int4range(competency.id, competency.id, '[]')) as competencies
    from (select distinct profiles from assigned) as profile_set
    cross join unnest(profile_set.profiles) as profile_id
    join reporting.profile_competency using (profile_id)
    join reporting.competency on competency.id = profile_competency.competency_id
    cross join lateral (
      select case competency.criticality when 'Critical' then 3 else 4 end as measurement
    ) as kind
    where measurements is null or kind.measurement = any (measurements)
    group by profile_set.profiles, kind.measurement
  )
  select
    assigned.member_id,
    assigned.department_id,
    needed.measurement,
    needed.required,
    recorded.validated,
    recorded.not_applicable,
    recorded.not_applicable_validated,
    recorded.expired,
    needed.required - recorded.validated - recorded.not_applicable - recorded.expired
      - recorded.needs_training - recorded.self_assessed - recorded.submitted as not_completed,
    recorded.needs_training,
    recorded.self_assessed,
    recorded.submitted
  from assigned
  join needed using (profiles)
  cross join lateral (
    -- the member's records of what is needed
    select
      count(*) filter (where status = 'Validated')::integer as validated,
      count(*) filter (where status = 'Not Applicable')::integer as not_applicable,
      count(*) filter (where status = 'Not Applicable' and is_validated)::integer
        as not_applicable_validated,
      count(*) filter (where status = 'Expired')::integer as expired,
      count(*) filter (where status = 'Needs Training')::integer as needs_training,
      count(*) filter (where status = 'Self-Assessed')::integer as self_assessed,
      count(*) filter (where status = 'Submitted')::integer as submitted
    from (
      select
        standing.is_validated,
        reporting.standing_at(standing.status, standing.is_validated, standing.expires_at, at) as status
      from reporting.competency_standing as standing
      where standing.member_id = assigned.member_id
        and standing.company_id = organization
        and needed.competencies @> standing.competency_id
    ) as record
  ) as recorded;
end;

-- A row: how a member stands in a department by one of the measurements asked for; every affiliation that
-- is reported on has one for each, of zeros where nothing is required. What competencies give differs by
-- department, what achievements give is the member's in every one (decisions-reporting, "Measurements").
-- Null departments, members and measurements are all of them, null functions those counted by default.
create function reporting.compliance(
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
  with counted as (
    -- the affiliations that are reported on
    select affiliation.member_id, affiliation.department_id, affiliation.function
    from reporting.counted_affiliation(organization, functions) as affiliation
    where (departments is null or affiliation.department_id = any (departments))
      and (members is null or affiliation.member_id = any (members))
  ),
  held as (
    -- each achievement that a member is to hold, by the best of the tickets for it
    select
      ticket.member_id,
      achievement.measurement,
      case
        when bool_or(now.status = 'Valid') then 'Valid'
        when bool_or(now.status = 'Submitted') then 'Submitted'
        when bool_or(now.status = 'Pending') then 'Pending'
        else 'Expired'
      end as status
    from (select distinct member_id from counted) as member
    join reporting.ticket on ticket.member_id = member.member_id
    join reporting.achievement on achievement.id = ticket.achievement_id
    cross join lateral (
      select reporting.ticket_status_at(ticket.status, ticket.expires_at, at) as status
    ) as now
    where ticket.company_id = organization
      and ticket.is_required
      and (measurements is null or achievement.measurement = any (measurements))
    group by ticket.member_id, ticket.achievement_id, achievement.measurement
  ),
  achievements as (
    -- the achievements of each type that a member is to hold
    select
      held.member_id,
      held.measurement,
      count(*)::integer as required,
      count(*) filter (where held.status = 'Valid')::integer as valid,
      count(*) filter (where held.status = 'Expired')::integer as expired,
      count(*) filter (where held.status = 'Pending')::integer as pending,
      count(*) filter (where held.status = 'Submitted')::integer as submitted
    from held
    group by held.member_id, held.measurement
  )
  select
    counted.member_id,
    counted.department_id,
    counted.function,
    asked.measurement,
    coalesce(competencies.required, achievements.required, 0),
    coalesce(
      competencies.validated + competencies.not_applicable_validated, achievements.valid, 0
    ),
    coalesce(competencies.expired, achievements.expired, 0),
    coalesce(competencies.not_completed, achievements.pending, 0),
    coalesce(competencies.not_applicable, 0),
    coalesce(competencies.needs_training, 0),
    coalesce(competencies.self_assessed, 0),
    coalesce(competencies.submitted, achievements.submitted, 0),
    coalesce(competencies.validated, 0)
  from counted
  cross join generate_series(1, 12) as asked (measurement)
  left join reporting.competency_compliance(
    organization, condition, departments, members, measurements, at
  ) as competencies
    on competencies.member_id = counted.member_id
    and competencies.department_id = counted.department_id
    and competencies.measurement = asked.measurement
  left join achievements
    on achievements.member_id = counted.member_id
    and achievements.measurement = asked.measurement
  where measurements is null or asked.measurement = any (measurements);
end;
