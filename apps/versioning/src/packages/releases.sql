-- name: list-releases
-- Versions handed out before ($position, $packageId, $revision), newest first, of the packages within the slug ranges.
select
  package.slug, change.major, change.minor, change.patch, change.pre_label as "preLabel",
  change.pre_number as "preNumber", change.component, change.at, change.key_name as "keyName",
  change.build_url as "buildUrl", change.commit, change.is_withdrawn as "isWithdrawn", change.reason, change.position,
  change.package_id as "packageId", change.revision
from versioning.package_change as change
join versioning.package on package.id = change.package_id
where (change.position, change.package_id, change.revision)
    < ($position::bigint, $packageId::integer, $revision::integer)
  and (change.is_repeat is not true or change.component in ('Withdrawn', 'Released'))
  and change.component <> 'Adopted'
  and ($slug::text is null or package.slug = $slug::text)
  and package.slug >= $from::text
  and package.slug < $before::text
  and ($lows::text[] is null or exists (
    select from unnest($lows::text[], $highs::text[]) as range (low, high)
    where package.slug >= range.low collate "C" and package.slug < range.high collate "C"
  ))
order by change.position desc, change.package_id desc, change.revision desc
limit $limit::integer

-- name: list-releases-of-commit
-- As list-releases, of commits that begin with $commit.
with change as materialized (
  -- materialized, because otherwise all changes may be scanned in the order of positions
  select *
  from versioning.package_change
  where commit is not null
    and lower(commit) collate "C" >= lower($commit::text)
    and lower(commit) collate "C" < lower($commit::text) || 'g'
)
select
  package.slug, change.major, change.minor, change.patch, change.pre_label as "preLabel",
  change.pre_number as "preNumber", change.component, change.at, change.key_name as "keyName",
  change.build_url as "buildUrl", change.commit, change.is_withdrawn as "isWithdrawn", change.reason, change.position,
  change.package_id as "packageId", change.revision
from change
cross join lateral (
  -- one index lookup each: the planner overestimates the changes of a commit and would read every package
  select slug
  from versioning.package
  where id = change.package_id
  limit 1
) as package
where (change.position, change.package_id, change.revision)
    < ($position::bigint, $packageId::integer, $revision::integer)
  and (change.is_repeat is not true or change.component in ('Withdrawn', 'Released'))
  and change.component <> 'Adopted'
  and ($slug::text is null or package.slug = $slug::text)
  and package.slug >= $from::text
  and package.slug < $before::text
  and ($lows::text[] is null or exists (
    select from unnest($lows::text[], $highs::text[]) as range (low, high)
    where package.slug >= range.low collate "C" and package.slug < range.high collate "C"
  ))
order by change.position desc, change.package_id desc, change.revision desc
limit $limit::integer

-- name: list-releases-since
-- Versions handed out after ($position, $packageId, $revision), oldest first, of the packages within the slug ranges,
-- up to ($lastPosition, $lastPackageId, $lastRevision), the horizon.
select
  package.slug, change.major, change.minor, change.patch, change.pre_label as "preLabel",
  change.pre_number as "preNumber", change.component, change.at, change.key_name as "keyName",
  change.build_url as "buildUrl", change.commit, change.is_withdrawn as "isWithdrawn", change.reason, change.position,
  change.package_id as "packageId", change.revision
from versioning.package_change as change
join versioning.package on package.id = change.package_id
where (change.position, change.package_id, change.revision)
    > ($position::bigint, $packageId::integer, $revision::integer)
  and (change.position, change.package_id, change.revision)
    <= ($lastPosition::bigint, $lastPackageId::integer, $lastRevision::integer)
  and (change.is_repeat is not true or change.component in ('Withdrawn', 'Released'))
  and change.component <> 'Adopted'
  and ($slug::text is null or package.slug = $slug::text)
  and package.slug >= $from::text
  and package.slug < $before::text
  and ($lows::text[] is null or exists (
    select from unnest($lows::text[], $highs::text[]) as range (low, high)
    where package.slug >= range.low collate "C" and package.slug < range.high collate "C"
  ))
order by change.position, change.package_id, change.revision
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
