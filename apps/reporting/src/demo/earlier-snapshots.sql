-- Derives the weekly snapshots before $last from it: the same requirements, of which most departments satisfied a
-- little less the longer ago. $improving satisfied 25 of a hundred less two years ago, $declining 26 more, 6 of which
-- it lost in the last week; other setbacks are up to three of a hundred a week.
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
  -- the bytes of an id are evenly distributed, and the same at every run of the seed
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
