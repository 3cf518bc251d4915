-- name: list-releases
-- Versions handed out after one position and up to another, of commits that begin with $commit if given, of the
-- packages within the slug ranges: oldest first, or newest first for the $direction -1. If these packages have few
-- changes, they are sorted; otherwise changes are read in the order of positions until the page is full. The planner,
-- which does not know how many packages the ranges contain, could sort the changes of all.
with own as materialized (
  select id, revision
  from versioning.package
  where slug >= $from::text
    and slug < $before::text
    and exists (
      select from unnest($lows::text[], $highs::text[]) as range (low, high)
      where slug >= range.low collate "C" and slug < range.high collate "C"
    )
  limit 1001
),
few as (
  select count(*) <= 1000 and coalesce(sum(revision), 0) <= 20000 as changes from own
),
change as (
  select change.*
  from versioning.package_change as change
  cross join lateral (select slug from versioning.package where id = change.package_id limit 1) as package
  where change.commit is not null
    and lower(change.commit) collate "C" >= lower($commit::text)
    and lower(change.commit) collate "C" < lower($commit::text) || 'g'
    and exists (
      select from unnest($lows::text[], $highs::text[]) as range (low, high)
      where slug >= range.low collate "C" and slug < range.high collate "C"
    )
  union all
  select change.*
  from own
  -- offset, because otherwise all changes may be scanned by position for each package
  cross join lateral (select * from versioning.package_change where package_id = own.id offset 0) as change
  where $commit::text is null
    and (select changes from few)
  union all
  (
    select change.*
    from versioning.package_change as change
    cross join lateral (select slug from versioning.package where id = change.package_id limit 1) as package
    where $direction::integer > 0
      and $commit::text is null
      and not (select changes from few)
      and (position, package_id, revision) > ($position::bigint, $packageId::integer, $revision::integer)
      and (position, package_id, revision) <= ($lastPosition::bigint, $lastPackageId::integer, $lastRevision::integer)
      and (is_repeat is not true or component in ('Withdrawn', 'Released'))
      and component <> 'Adopted'
      and exists (
        select from unnest($lows::text[], $highs::text[]) as range (low, high)
        where slug >= range.low collate "C" and slug < range.high collate "C"
      )
    order by position, package_id, revision
    limit $limit::integer
  )
  union all
  (
    select change.*
    from versioning.package_change as change
    cross join lateral (select slug from versioning.package where id = change.package_id limit 1) as package
    where $direction::integer < 0
      and $commit::text is null
      and not (select changes from few)
      and (position, package_id, revision) <= ($lastPosition::bigint, $lastPackageId::integer, $lastRevision::integer)
      and (is_repeat is not true or component in ('Withdrawn', 'Released'))
      and component <> 'Adopted'
      and exists (
        select from unnest($lows::text[], $highs::text[]) as range (low, high)
        where slug >= range.low collate "C" and slug < range.high collate "C"
      )
    order by position desc, package_id desc, revision desc
    limit $limit::integer
  )
)
select
  (select slug from versioning.package where id = package_id) as slug, major, minor, patch, pre_label as "preLabel",
  pre_number as "preNumber", component, at, key_name as "keyName", build_url as "buildUrl", commit,
  is_withdrawn as "isWithdrawn", reason, position, package_id as "packageId", revision
from change
where (position, package_id, revision) > ($position::bigint, $packageId::integer, $revision::integer)
  and (position, package_id, revision) <= ($lastPosition::bigint, $lastPackageId::integer, $lastRevision::integer)
  and (is_repeat is not true or component in ('Withdrawn', 'Released'))
  and component <> 'Adopted'
order by position * $direction::integer, package_id * $direction::integer, change.revision * $direction::integer
limit $limit::integer

-- name: read-horizon
-- The last change that no running transaction can still precede: all transactions older than the oldest running one
-- have ended.
select position, package_id as "packageId", revision
from versioning.package_change
where position < (
  select last_value + pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  from versioning.position_origin
)
order by position desc, package_id desc, revision desc
limit 1

-- name: continue-positions
-- After a restore into another cluster, whose transaction IDs are lower, makes positions continue from the last one.
-- Otherwise no visible change has a position beyond the snapshot.
select setval('versioning.position_origin', newest.position + 1)
from versioning.position_origin as origin
cross join lateral (
  select position
  from versioning.package_change
  order by position desc, package_id desc, revision desc
  limit 1
) as newest
where newest.position >= origin.last_value + pg_snapshot_xmax(pg_current_snapshot())::text::bigint
