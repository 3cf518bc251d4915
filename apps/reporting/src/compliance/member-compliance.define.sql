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
