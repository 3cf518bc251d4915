-- name: find-package
-- One row at most: a package by its slug.
select
  id,
  slug,
  name,
  major,
  minor,
  patch,
  revision,
  unmoved,
  created_at as "createdAt",
  updated_at as "updatedAt"
from versioning.package
where slug = $slug::text

-- name: list-packages
-- A row: one package, in the byte order of slugs. Left out: slugs outside [$from, $before), which is
-- what the key reaches, or outside each of several such ranges ($lows, $highs), those up to $after, and those that do
-- not contain $q in slug or name. The bounds are ranges of the slug's index, so the last page costs what the first
-- one does.
select slug, name, major, minor, patch, created_at as "createdAt", updated_at as "updatedAt"
from versioning.package
where slug >= $from::text
  and slug < $before::text
  and (
    $lows::text[] is null
    or exists (
      select
      from unnest($lows::text[], $highs::text[]) as range (low, high)
      where slug >= range.low collate "C" and slug < range.high collate "C"
    )
  )
  and slug > coalesce($after::text, '')
  and (
    $q::text is null
    or position(lower($q::text) in lower(slug)) > 0
    -- not every database folds letters outside ASCII
    or position(lower($q::text collate "und-x-icu") in lower(name collate "und-x-icu")) > 0
  )
order by slug
limit $limit::integer

-- name: lock-package
-- Locks a package until the end of the transaction: the next statement sees its history as the last change left it.
select
from versioning.package
where slug = $slug::text
for update

-- name: create-package
-- One row: the package at 0.0.1. No row: the slug exists.
with created as (
  insert into versioning.package (slug, name, major, minor, patch, revision, leads_at)
  values ($slug::text, $name::text, 0, 0, 1, 1, 1)
  on conflict (slug) do nothing
  returning *
),
history as (
  insert into versioning.package_change
    (package_id, revision, component, major, minor, patch, at, key_name)
  select id, revision, 'Created', major, minor, patch, created_at, $keyName::text
  from created
)
select slug, name, major, minor, patch, created_at as "createdAt", updated_at as "updatedAt"
from created

-- name: find-version
-- One row: the change of a package that handed out a version, release or pre-release; without one, its columns are
-- null. No row: there is no such package.
select
  coalesce(release.revision, pre_release.revision) as revision,
  coalesce(release.component, pre_release.component) as component,
  $major::integer as major,
  $minor::integer as minor,
  $patch::integer as patch,
  $preLabel::text as "preLabel",
  $preNumber::integer as "preNumber",
  coalesce(release.at, pre_release.at) as at,
  coalesce(release.key_name, pre_release.key_name) as "keyName",
  coalesce(release.build_url, pre_release.build_url) as "buildUrl",
  coalesce(release.commit, pre_release.commit) as commit
from versioning.package
left join lateral (
  select *
  from versioning.package_change as change
  where change.package_id = package.id
    and change.major = $major::integer
    and change.minor = $minor::integer
    and change.patch = $patch::integer
    and change.pre_label is null
  -- as the index has them: first the one that handed the version out
  order by case when coalesce(is_repeat, component = 'Set') then revision else 0 end
  limit 1
) as release on $preLabel::text is null
left join versioning.package_change as pre_release
  on pre_release.package_id = package.id
  and pre_release.major = $major::integer
  and pre_release.minor = $minor::integer
  and pre_release.patch = $patch::integer
  and pre_release.pre_label = $preLabel::text
  and pre_release.pre_number = $preNumber::integer
where package.slug = $slug::text
