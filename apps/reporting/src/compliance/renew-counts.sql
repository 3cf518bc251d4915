-- name: renew-standing-bitmaps
-- One row: the number of members whose bitmaps were renewed, at most $max.
select reporting.renew_standing_bitmaps($max::integer) as "renewed"

-- name: renew-compliance-counts
-- One row: the number of members in these departments whose counts were renewed.
select
  reporting.renew_compliance_counts(
    $organization::integer, $departments::integer[], $now::timestamptz
  ) as "renewed"

-- name: list-uncounted-departments
-- A row per batch of departments that have members without current counts. A new batch begins after about $max
-- affiliated members, with or without current counts.
select array_agg(department_id order by department_id) as "departments"
from (
  select department_id, sum(count(*)) over (order by department_id) - count(*) as before
  from reporting.counted_affiliation($organization::integer)
  where department_id in (
    select department_id from reporting.uncounted_affiliation($organization::integer, null, $now::timestamptz)
  )
  group by department_id
) as uncounted
group by div(before, $max::integer)
order by div(before, $max::integer)

-- name: add-standing-counts
-- One row: the number of members whose standings were counted, at most $max.
select reporting.add_standing_counts($max::integer) as "renewed"
