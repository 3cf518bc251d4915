-- A row: a version that was handed out, oldest first, of the packages in the ranges of slugs; after ($position,
-- $packageId, $revision), up to ($lastPosition, …), which read-horizon.sql gives.
select
  package.slug,
  change.major,
  change.minor,
  change.patch,
  change.pre_label as "preLabel",
  change.pre_number as "preNumber",
  change.component,
  change.at,
  change.key_name as "keyName",
  change.build_url as "buildUrl",
  change.commit,
  change.position,
  change.package_id as "packageId",
  change.revision
from versioning.package_change as change
join versioning.package on package.id = change.package_id
where (change.position, change.package_id, change.revision)
    > ($position::bigint, $packageId::integer, $revision::integer)
  and (change.position, change.package_id, change.revision)
    <= ($lastPosition::bigint, $lastPackageId::integer, $lastRevision::integer)
  and change.is_repeat is not true
  and package.slug >= $from::text
  and package.slug < $before::text
  and (
    $lows::text[] is null
    or exists (
      select
      from unnest($lows::text[], $highs::text[]) as range (low, high)
      where package.slug >= range.low collate "C" and package.slug < range.high collate "C"
    )
  )
order by change.position, change.package_id, change.revision
limit $limit::integer
