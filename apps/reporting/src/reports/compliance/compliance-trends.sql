-- A row per department, measurement and month, from the organization's last snapshot of the month. Omits months without
-- a snapshot, departments that were not in it, and departments that no longer exist.
--
-- Example: of the snapshots on 2026-10-25, 2026-10-31 and 2026-11-01, the second is used for October and the third for
-- November. A department whose members left between the first two has no row in October.
--
-- Order: department name, measurement, month.
with last_date as (
  -- the date of the last snapshot of each month, regardless of the requested departments
  select max(snapshot_date) as snapshot_date
  from reporting.snapshot_day
  where company_id = $organization::integer
    and profile_condition = $profileCondition::reporting.profile_condition
    and snapshot_date >= $from::date
    and snapshot_date < $last::date + interval '1 month'
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
