-- Derives the weekly snapshots before $last from it: the same requirements, of which fewer were satisfied the
-- longer ago, 15 to 25 of a hundred after two years, with setbacks of up to three of a hundred a week.
insert into reporting.compliance_snapshot
  (company_id, department_uuid, measurement, profile_condition, snapshot_date, required, satisfied)
select
  latest.company_id,
  latest.department_uuid,
  latest.measurement,
  latest.profile_condition,
  latest.snapshot_date - 7 * weeks_ago,
  latest.required,
  latest.satisfied - latest.satisfied * (weeks_ago * (8 + bytes.slope % 6) / 52 + bytes.setback % 4) / 100
from reporting.compliance_snapshot as latest
cross join generate_series(1, $weeks::integer) as weeks_ago
cross join lateral (
  -- the bytes of an id are evenly distributed, and the same at every run of the seed
  select
    get_byte(uuid_send(latest.department_uuid), latest.measurement) as slope,
    get_byte(uuid_send(latest.department_uuid), (latest.measurement + weeks_ago) % 16) as setback
) as bytes
where latest.company_id = $organization::integer
  and latest.snapshot_date = $last::date
