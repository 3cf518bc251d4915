-- A row: a version that was handed out to a build of a commit that begins with $commit, as in list-releases.sql.
with change as materialized (
  -- materialized, or it may be looked for in the order of positions, among all changes
  select *
  from versioning.package_change
  where commit is not null
    and lower(commit) collate "C" >= lower($commit::text)
    and lower(commit) collate "C" < lower($commit::text) || 'g'
)
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
from change
cross join lateral (
  -- each by its index: how many changes a commit has is not known to the plan, which else reads every package
  select slug
  from versioning.package
  where id = change.package_id
  limit 1
) as package
where (change.position, change.package_id, change.revision)
    < ($position::bigint, $packageId::integer, $revision::integer)
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
order by change.position desc, change.package_id desc, change.revision desc
limit $limit::integer
