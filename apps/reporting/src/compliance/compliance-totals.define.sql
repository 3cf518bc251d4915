-- A row per department and measurement: the required and satisfied totals of the members reported on by default. Null
-- departments means all. A department with such a member has a row for every measurement. Sums the kept counts
-- (keep-compliance-counts.define.sql) and counts members without current ones, or everybody if there are many of these.
create or replace function reporting.compliance_totals(
  organization integer, departments integer[], condition text, at timestamptz
) returns table (
  department_id integer,
  measurement integer,
  required bigint,
  satisfied bigint
)
  language sql stable parallel safe
begin atomic
  with summed as materialized (
    -- column by column, because summing the unnested lists takes twice as long
    select
      affiliation.department_id,
      array_agg(affiliation.member_id) filter (where kept.member_id is null) as uncounted,
      -- members in a list are looked up one by one
      count(*) filter (where kept.member_id is null) > 100 as are_many,
      sum(kept.required[1]) as required_1, sum(kept.satisfied[1]) as satisfied_1,
      sum(kept.required[2]) as required_2, sum(kept.satisfied[2]) as satisfied_2,
      sum(kept.required[3]) as required_3, sum(kept.satisfied[3]) as satisfied_3,
      sum(kept.required[4]) as required_4, sum(kept.satisfied[4]) as satisfied_4,
      sum(kept.required[5]) as required_5, sum(kept.satisfied[5]) as satisfied_5,
      sum(kept.required[6]) as required_6, sum(kept.satisfied[6]) as satisfied_6,
      sum(kept.required[7]) as required_7, sum(kept.satisfied[7]) as satisfied_7,
      sum(kept.required[8]) as required_8, sum(kept.satisfied[8]) as satisfied_8,
      sum(kept.required[9]) as required_9, sum(kept.satisfied[9]) as satisfied_9,
      sum(kept.required[10]) as required_10, sum(kept.satisfied[10]) as satisfied_10,
      sum(kept.required[11]) as required_11, sum(kept.satisfied[11]) as satisfied_11,
      sum(kept.required[12]) as required_12, sum(kept.satisfied[12]) as satisfied_12
    from reporting.counted_affiliation(organization) as affiliation
    left join reporting.compliance_count as kept
      on kept.company_id = organization
      and kept.profile_condition = case condition
        when 'compliance' then 'compliance'::reporting.profile_condition
        when 'primary' then 'primary'::reporting.profile_condition
      end
      and kept.department_id = affiliation.department_id
      and kept.member_id = affiliation.member_id
      and kept.structure = (select reporting.profile_structure_version(organization))
      and kept.valid_from <= at
      and kept.valid_until > at
    where departments is null or affiliation.department_id = any (departments)
    group by affiliation.department_id
  )
  select summed.department_id, total.measurement, total.required, total.satisfied
  from summed
  cross join lateral (
    select part.measurement, sum(part.required)::bigint as required, sum(part.satisfied)::bigint as satisfied
    from (
      select
        kept.measurement,
        case when summed.are_many then 0 else coalesce(kept.required, 0) end as required,
        case when summed.are_many then 0 else coalesce(kept.satisfied, 0) end as satisfied
      from (
        values
          (1, required_1, satisfied_1),
          (2, required_2, satisfied_2),
          (3, required_3, satisfied_3),
          (4, required_4, satisfied_4),
          (5, required_5, satisfied_5),
          (6, required_6, satisfied_6),
          (7, required_7, satisfied_7),
          (8, required_8, satisfied_8),
          (9, required_9, satisfied_9),
          (10, required_10, satisfied_10),
          (11, required_11, satisfied_11),
          (12, required_12, satisfied_12)
      ) as kept (measurement, required, satisfied)
      union all
      select counts.measurement, counts.required, counts.satisfied
      from reporting.department_counts(
        organization,
        summed.department_id,
        null,
        condition,
        case when not summed.are_many then summed.uncounted end,
        null,
        at
      ) as counts
      where summed.uncounted is not null
    ) as part
    group by part.measurement
  ) as total;
end;

-- Only for the previous release.
create or replace function reporting.compliance_totals(organization integer, condition text, at timestamptz)
  returns table (department_id integer, measurement integer, required bigint, satisfied bigint)
  language sql stable parallel safe
begin atomic
  select department_id, measurement, required, satisfied
  from reporting.compliance_totals(organization, null, condition, at);
end;
