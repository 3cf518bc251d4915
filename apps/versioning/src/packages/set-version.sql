-- One row: the outcome of the request to set a version.
--   wasFound     the package existed
--   hasMatched   its ETag was among those of If-Match, or none was sent
--   isGreater    the version is greater than the one before
--   slug, …      the package as it now is; null when nothing was changed
--   usedAt, …    the change of its history that handed the version out; null where there is none
-- Nothing found and nothing changed means that another call concurrently created the package. No row: another call
-- changed the package while its lock was waited for, whose history this statement sees as it was before.
with existing as materialized (
  select *
  from versioning.package
  where slug = $slug::text
  for update
),
overtaken as (
  select
  from existing
  join versioning.package as seen using (id)
  where existing.revision <> seen.revision
),
used as (
  -- the change that handed the version out
  select change.at, change.key_name, change.build_url
  from versioning.package_change as change
  join existing on existing.id = change.package_id
  where change.major = $major::integer
    and change.minor = $minor::integer
    and change.patch = $patch::integer
    and change.pre_label is null
  order by case when coalesce(is_repeat, component = 'Set') then change.revision else 0 end
  limit 1
),
judged as (
  select
    existing.*,
    $etags::text[] is null
      or '*' = any ($etags::text[])
      or concat('"', id, '-', revision - unmoved, '"') = any ($etags::text[]) as has_matched,
    ($major::integer, $minor::integer, $patch::integer) > (major, minor, patch) as is_greater,
    exists (select from used) as is_repeat
  from existing
),
updated as (
  update versioning.package
  set
    major = $major::integer,
    minor = $minor::integer,
    patch = $patch::integer,
    revision = judged.revision + 1,
    updated_at = greatest(clock_timestamp()::timestamptz(3), judged.updated_at)
  from judged
  where package.id = judged.id
    and not exists (select from overtaken)
    and has_matched
    and ($force::boolean or is_greater and not is_repeat)
  returning package.*, is_repeat
),
created as (
  insert into versioning.package (slug, name, major, minor, patch, revision)
  select $slug::text, $slug::text, $major::integer, $minor::integer, $patch::integer, 1
  where $etags::text[] is null
    and not exists (select from existing)
  on conflict (slug) do nothing
  returning *, false as is_repeat
),
changed as (
  select * from updated
  union all
  select * from created
),
history as (
  insert into versioning.package_change
    (package_id, revision, component, major, minor, patch, is_repeat, at, key_name, build_url, commit)
  select
    id,
    revision,
    'Set',
    major,
    minor,
    patch,
    is_repeat,
    updated_at,
    $keyName::text,
    $buildUrl::text,
    $commit::text
  from changed
)
select
  judged.id is not null as "wasFound",
  coalesce(judged.has_matched, $etags::text[] is null) as "hasMatched",
  judged.is_greater as "isGreater",
  concat_ws('.', judged.major, judged.minor, judged.patch) as "versionBefore",
  used.at as "usedAt",
  used.key_name as "usedByKey",
  used.build_url as "usedByBuild",
  changed.slug,
  changed.name,
  changed.major,
  changed.minor,
  changed.patch,
  changed.created_at as "createdAt",
  changed.updated_at as "updatedAt"
from (values (true)) as request (sent)
left join judged on true
left join used on true
left join changed on true
where not exists (select from overtaken)
