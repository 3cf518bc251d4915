-- name: lock-snapshots
-- Waits for a snapshot that is taken, and holds off others until the transaction ends; rows are written and read
-- meanwhile. It takes no snapshot of the database: what is read afterwards includes what the other one wrote.
lock table reporting.compliance_snapshot in share update exclusive mode

-- name: clear-snapshots
-- Removes an organization's snapshot of the day and its statistics of the month, so that what is taken again leaves
-- nothing of what it replaces. One row: it was done. No row: the month has statistics of a later snapshot, and nothing
-- was removed.
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
-- One row: how many totals were written. A total is what the compliance summary says of a department by a
-- measurement, with its defaults, summed over the people, under either profile condition.
with total as (
  -- each department in which somebody is reported on, by each measurement
  select profile_condition, totals.*
  from unnest(enum_range(null::reporting.profile_condition)) as profile_condition
  cross join lateral reporting.compliance_totals(
    organization => $organization::integer,
    departments => null,
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
