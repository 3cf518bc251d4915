-- One row: how many totals were written. A total is what the compliance summary says of a department by a
-- measurement, with its defaults, summed over the people, under either profile condition.
with total as (
  -- each department in which somebody is reported on, by each measurement
  select profile_condition, totals.*
  from unnest(enum_range(null::reporting.profile_condition)) as profile_condition
  cross join lateral reporting.compliance_totals(
    organization => $organization::integer,
    condition => profile_condition::text,
    at => $now::timestamptz
  ) as totals
),
written as (
  insert into reporting.compliance_snapshot
    (company_id, department_uuid, measurement, profile_condition, snapshot_date, required, satisfied)
  select
    $organization::integer,
    department.uuid,
    total.measurement,
    total.profile_condition,
    ($now::timestamptz at time zone 'UTC')::date,
    total.required,
    total.satisfied
  from total
  join reporting.department on department.id = total.department_id
  returning 1
)
select count(*) as written
from written
