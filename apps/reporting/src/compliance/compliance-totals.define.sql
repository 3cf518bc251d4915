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
      array[
        sum(kept.required[1]), sum(kept.required[2]), sum(kept.required[3]), sum(kept.required[4]),
        sum(kept.required[5]), sum(kept.required[6]), sum(kept.required[7]), sum(kept.required[8]),
        sum(kept.required[9]), sum(kept.required[10]), sum(kept.required[11]), sum(kept.required[12])
      ] as required,
      array[
        sum(kept.satisfied[1]), sum(kept.satisfied[2]), sum(kept.satisfied[3]), sum(kept.satisfied[4]),
        sum(kept.satisfied[5]), sum(kept.satisfied[6]), sum(kept.satisfied[7]), sum(kept.satisfied[8]),
        sum(kept.satisfied[9]), sum(kept.satisfied[10]), sum(kept.satisfied[11]), sum(kept.satisfied[12])
      ] as satisfied
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
        kept.measurement::integer,
        case when summed.are_many then 0 else coalesce(kept.required, 0) end as required,
        case when summed.are_many then 0 else coalesce(kept.satisfied, 0) end as satisfied
      from unnest(summed.required, summed.satisfied) with ordinality as kept (required, satisfied, measurement)
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
