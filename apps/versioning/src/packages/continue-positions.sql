-- A row after a restore into another cluster, whose transactions have lower numbers: positions go on from the last.
-- No position of a visible change is past the snapshot otherwise.
select setval('versioning.position_origin', newest.position + 1)
from versioning.position_origin as origin
cross join lateral (
  select position
  from versioning.package_change
  order by position desc, package_id desc, revision desc
  limit 1
) as newest
where newest.position >= origin.last_value + pg_snapshot_xmax(pg_current_snapshot())::text::bigint
