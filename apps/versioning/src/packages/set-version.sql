-- One row: what became of the request to set a version.
--   wasFound     the package existed
--   hasMatched   its ETag was among those of If-Match, or none was sent
--   slug, …      the package as it now is; null when nothing was changed
-- Nothing found and nothing changed means that another call created the package in this moment.
with existing as materialized (
  select id, slug, name, major, minor, patch, revision, updated_at
  from versioning.package
  where slug = $slug::text
  for update
),
judged as (
  select
    existing.*,
    $etags::text[] is null
      or '*' = any ($etags::text[])
      or concat('"', id, '-', revision, '"') = any ($etags::text[]) as has_matched,
    $force::boolean
      or ($major::integer, $minor::integer, $patch::integer) > (major, minor, patch) as is_allowed
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
    and has_matched
    and is_allowed
  returning package.*
),
created as (
  insert into versioning.package (slug, name, major, minor, patch, revision)
  select $slug::text, $slug::text, $major::integer, $minor::integer, $patch::integer, 1
  where $etags::text[] is null
    and not exists (select from existing)
  on conflict (slug) do nothing
  returning *
),
changed as (
  select * from updated
  union all
  select * from created
),
history as (
  insert into versioning.package_change
    (package_id, revision, component, major, minor, patch, at, key_name, build_url)
  select
    id,
    revision,
    'Set',
    major,
    minor,
    patch,
    updated_at,
    $keyName::text,
    $buildUrl::text
  from changed
)
select
  judged.id is not null as "wasFound",
  coalesce(judged.has_matched, $etags::text[] is null) as "hasMatched",
  concat_ws('.', judged.major, judged.minor, judged.patch) as "versionBefore",
  changed.slug,
  changed.name,
  changed.major,
  changed.minor,
  changed.patch,
  changed.created_at as "createdAt",
  changed.updated_at as "updatedAt"
from (values (true)) as request (sent)
left join judged on true
left join changed on true
