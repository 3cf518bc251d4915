-- A row: the last change of all that no transaction can come before any more: those below the oldest running one are
-- committed or never will be. No row: there is none.
select position, package_id as "packageId", revision
from versioning.package_change
where position < (
  select last_value + pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  from versioning.position_origin
)
order by position desc, package_id desc, revision desc
limit 1
