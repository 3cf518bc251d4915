-- A row: a department by a measurement in a month, as the organization's last snapshot of that month has it. Left out:
-- months without a snapshot, departments that were not in it, and departments that are no more.
--
-- Example: of snapshots on 2026-10-25, 2026-10-31 and 2026-11-01 October has the second, November the third. A
-- department that was emptied between the first two has no row in October.
--
-- Order: department name, measurement, month.
with last_date as (
  -- the date of the last snapshot of each month, whatever is asked for of it
  select max(snapshot_date) as snapshot_date
  from reporting.snapshot_day
  where company_id = $organization::integer
    and profile_condition = $profileCondition::reporting.profile_condition
    and snapshot_date >= $from::date
    and snapshot_date < $until::date
  group by date_trunc('month', snapshot_date)
),
last_snapshot as materialized (
  select department_uuid, measurement, snapshot_date, required, satisfied
  from reporting.compliance_snapshot
  where company_id = $organization::integer
    and profile_condition = $profileCondition::reporting.profile_condition
    and snapshot_date in (select snapshot_date from last_date)
    and ($measurements::integer[] is null or measurement = any ($measurements::integer[]))
)
select
  department.uuid as "departmentId",
  department.name as "departmentName",
  department.code as "departmentCode",
  last_snapshot.measurement as "measurementKey",
  to_char(last_snapshot.snapshot_date, 'YYYY-MM') as "month",
  last_snapshot.snapshot_date as "snapshotDate",
  last_snapshot.required,
  last_snapshot.satisfied,
  reporting.share(last_snapshot.satisfied, last_snapshot.required) as score
from last_snapshot
join reporting.department
  on department.uuid = last_snapshot.department_uuid
  and department.company_id = $organization::integer
where $departments::integer[] is null or department.id = any ($departments::integer[])
order by
  department.name_folded,
  department.uuid,
  last_snapshot.measurement,
  last_snapshot.snapshot_date
