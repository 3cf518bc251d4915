-- name: find-package
-- The package with a slug.
select
  id, slug, name, major, minor, patch, revision, unmoved, created_at as "createdAt", updated_at as "updatedAt"
from versioning.package
where slug = $slug::text

-- name: read-leading
-- The packages that are at the highest version of their history, and slugs without a package, as in known-versions.sql.
select
  wanted.slug, id, coalesce(name, wanted.slug) as name, coalesce(major, 0) as major, coalesce(minor, 0) as minor,
  coalesce(patch, 0) as patch, coalesce(revision, 0) as revision, coalesce(unmoved, 0) as unmoved,
  id is not null as "isLeading", commit, coalesce(created_at, now) as "createdAt",
  coalesce(updated_at, now) as "updatedAt", now
from (select clock_timestamp()::timestamptz(3) as now) as clock
cross join unnest($slugs::text[]) as wanted (slug)
left join lateral (select * from versioning.package where slug = wanted.slug limit 1) as package on true
where id is null or commit_at = revision

-- name: list-packages
-- Packages in byte order of slugs: those that the key can access, in [$from, $before) and in one of the ranges
-- [$lows, $highs); after $after; with $q in slug or name. All bounds are ranges of the index on slug, so the last page
-- costs no more than the first.
select slug, name, major, minor, patch, created_at as "createdAt", updated_at as "updatedAt"
from versioning.package
where slug >= $from::text
  and slug < $before::text
  and exists (
    select from unnest($lows::text[], $highs::text[]) as range (low, high)
    where slug >= range.low collate "C" and slug < range.high collate "C"
  )
  and slug > coalesce($after::text, '')
  and (
    $q::text is null
    or position(lower($q::text) in lower(slug)) > 0
    -- the database's own collation may not fold letters outside ASCII
    or position(lower($q::text collate "und-x-icu") in lower(name collate "und-x-icu")) > 0
  )
order by slug
limit $limit::integer

-- name: lock-packages
-- Locks packages until the end of the transaction. Later statements see their history after the last change.
select id, major, minor, patch, revision, unmoved
from versioning.package
where slug = any ($slugs::text[])
order by slug
for update

-- name: find-version
-- The change that handed out a version, a release or pre-release.
select
  change.major, change.minor, change.patch, pre_label as "preLabel", pre_number as "preNumber", component, at,
  key_name as "keyName", build_url as "buildUrl", change.commit, is_withdrawn as "isWithdrawn", reason,
  package_id as "packageId", change.revision
from versioning.package
cross join lateral (
  (
    select *
    from versioning.package_change
    where package_id = package.id
      and (major, minor, patch) = ($major::integer, $minor::integer, $patch::integer)
      and pre_label is null
      and $preLabel::text is null
    -- the order of the index: first the change that handed out the version
    order by case when coalesce(is_repeat, component = 'Set') then revision else 0 end
    limit 1
  )
  union all
  select *
  from versioning.package_change
  where (package_id, major, minor, patch, pre_label, pre_number) = (
      package.id, $major::integer, $minor::integer, $patch::integer, $preLabel::text, $preNumber::integer
    )
    and is_repeat is not true
) as change
where package.slug = $slug::text

-- name: find-previous
-- The highest release below a version that existed when the version was made and has not been withdrawn. Adopted
-- versions are compared by time, because their revisions are in the order of versions.
select array_to_string(array[major, minor, patch], '.') as version, commit
from versioning.package_change as change
where package_id = $packageId::integer
  and pre_label is null
  and not is_withdrawn
  and is_repeat is not true
  and (major, minor, patch) < ($major::integer, $minor::integer, $patch::integer)
  and case
    when 'Adopted' in (
      component,
      (
        select component
        from versioning.package_change
        where package_id = $packageId::integer and revision = $revision::integer
      )
    )
      then (at, revision) < ($at::timestamptz, $revision::integer)
    else revision < $revision::integer
  end
order by change.major desc, change.minor desc, change.patch desc
limit 1

-- name: list-known-versions
-- The versions in a package's history, each with the commit of the change that handed it out.
select distinct on (major, minor, patch, pre_label, pre_number)
  array_to_string(array[major, minor, patch], '.') || coalesce('-' || pre_label || '.' || pre_number, '') as version,
  commit
from versioning.package_change
where package_id = $packageId::integer
order by major, minor, patch, pre_label, pre_number, coalesce(is_repeat, component = 'Set'), revision

-- name: list-history
-- Changes of a package before the cursor, newest first: up to $limit made by the service, and up to $limit adopted.
with page as (
  (
    select *
    from versioning.package_change
    where package_id = $packageId::integer
      and component <> 'Adopted'
      and revision < $revision::integer
      and ($lineMajor::integer is null or major = $lineMajor::integer)
      and ($lineMinor::integer is null or minor = $lineMinor::integer)
    order by revision desc
    limit $limit::integer
  )
  union all
  (
    select *
    from versioning.package_change
    where package_id = $packageId::integer
      and component = 'Adopted'
      and (at, revision) < ($adoptedAt::timestamptz, $adoptedRevision::integer)
      and ($lineMajor::integer is null or major = $lineMajor::integer)
      and ($lineMinor::integer is null or minor = $lineMinor::integer)
    order by at desc, revision desc
    limit $limit::integer
  )
)
select
  revision, component, major, minor, patch, pre_label as "preLabel", pre_number as "preNumber", at,
  key_name as "keyName", build_url as "buildUrl", commit, is_withdrawn as "isWithdrawn", reason
from page

-- name: mark-withdrawn
-- Changes the state of a version, unless it is already in that state.
update versioning.package_change
set is_withdrawn = $isWithdrawn::boolean
where package_id = $packageId::integer
  and revision = $revision::integer
  and is_withdrawn <> $isWithdrawn::boolean
