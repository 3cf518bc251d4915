-- name: lock-snapshots
-- Waits for a running compliance snapshot and blocks others until the transaction ends, but not reads and writes of
-- rows. It does not start the transaction's database snapshot, so later statements see what the other one wrote.
lock table reporting.compliance_snapshot in share update exclusive mode

-- name: clear-snapshots
-- Deletes an organization's snapshot of the day and statistics of the month before they are replaced. One row if it
-- did; no row if the month has statistics of a later snapshot, in which case nothing is deleted.
with current as (
  select
  where not exists (
    select
    from reporting.monthly_statistic
    where company_id = $organization::integer
      and month = date_trunc('month', $now::timestamptz at time zone 'UTC')::date
      and as_at > $now::timestamptz
      and not is_imported
  )
),
cleared_totals as (
  delete from reporting.compliance_snapshot
  where company_id = $organization::integer
    and snapshot_date = ($now::timestamptz at time zone 'UTC')::date
    and exists (select from current)
),
cleared_statistics as (
  delete from reporting.monthly_statistic
  where company_id = $organization::integer
    and month = date_trunc('month', $now::timestamptz at time zone 'UTC')::date
    and exists (select from current)
)
select true as "isCleared"
from current

-- name: write-compliance-snapshot
-- Writes totals. A total is the default compliance summary of a department and measurement, summed over members, for
-- each profile condition.
with total as (
  -- every department with reported members, by measurement
  select profile_condition, totals.*
  from unnest(enum_range(null::reporting.profile_condition)) as profile_condition
  cross join lateral reporting.compliance_totals(
    organization => $organization::integer,
    departments => null,
    condition => profile_condition::text,
    at => $now::timestamptz
  ) as totals
)
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
