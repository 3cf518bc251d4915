-- name: clear-history
-- Removes the history that the demonstration writes: everything up to its last snapshot.
with cleared as (
  delete from reporting.monthly_statistic
  where company_id = $organization::integer
)
delete from reporting.compliance_snapshot
where company_id = $organization::integer
  and snapshot_date <= $last::date

-- name: earlier-snapshots
-- Derives the weekly snapshots before $last from it: the same requirements, of which most departments satisfied
-- slightly fewer the further back. Two years ago $improving satisfied 25 % fewer and $declining 26 % more, 6 % of which
-- it lost in the last week; other setbacks are up to 3 % a week.
insert into reporting.compliance_snapshot
  (company_id, department_uuid, measurement, profile_condition, snapshot_date, required, satisfied)
select
  latest.company_id,
  latest.department_uuid,
  latest.measurement,
  latest.profile_condition,
  latest.snapshot_date - 7 * weeks_ago,
  latest.required,
  least(
    latest.required,
    greatest(0, latest.satisfied - latest.required * (weeks_ago * course.slope / 104 + course.setback) / 100)
  )
from reporting.compliance_snapshot as latest
cross join generate_series(1, $weeks::integer) as weeks_ago
cross join lateral (
  -- the bytes of an ID are evenly distributed, and the same in every run of the seed
  select
    case latest.department_uuid
      when $improving::uuid then 25
      when $declining::uuid then -20
      else 4 + get_byte(uuid_send(latest.department_uuid), latest.measurement) % 5
    end as slope,
    case latest.department_uuid
      when $declining::uuid then -6
      else get_byte(uuid_send(latest.department_uuid), (latest.measurement + weeks_ago) % 16) % 4
    end as setback
) as course
where latest.company_id = $organization::integer
  and latest.snapshot_date = $last::date

-- name: earlier-statistics
-- Generates statistics for that many months before the only existing one, each as of its last Sunday at 02:00, with
-- today's people and names. Some standings validated now were still open then: 1 to 3 % more for each month back,
-- depending on the person.
insert into reporting.monthly_statistic (
  company_id, month, department_uuid, member_uuid, item_number,
  department_role, company_name, department_name, member_name,
  required, validated, expired, not_completed, not_applicable, not_applicable_validated,
  needs_training, self_assessed, submitted, as_at
)
select
  latest.company_id,
  earlier.month,
  latest.department_uuid,
  latest.member_uuid,
  latest.item_number,
  latest.department_role,
  latest.company_name,
  latest.department_name,
  latest.member_name,
  latest.required,
  latest.validated - undone.count,
  latest.expired,
  latest.not_completed + undone.count,
  latest.not_applicable,
  latest.not_applicable_validated,
  latest.needs_training,
  latest.self_assessed,
  latest.submitted,
  (earlier.last_day - extract(dow from earlier.last_day)::integer + time '02:00') at time zone 'UTC'
from reporting.monthly_statistic as latest
cross join generate_series(1, $months::integer) as months_ago
cross join lateral (
  select
    (latest.month - make_interval(months => months_ago))::date as month,
    (latest.month - make_interval(months => months_ago - 1))::date - 1 as last_day
) as earlier
cross join lateral (
  -- the last byte of an ID is evenly distributed, and the same in every run of the seed
  select
    latest.validated * months_ago * (1 + get_byte(uuid_send(latest.member_uuid), 15) % 3) / 100
      as count
) as undone
where latest.company_id = $organization::integer
