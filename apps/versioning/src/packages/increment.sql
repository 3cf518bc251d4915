-- A row: the answer to one position of the batch.
--   outcome 'changed'     the version this position made; body is the package as it left it
--   outcome 'replayed'    its Idempotency-Key has an answer: status, headers and body of then
--   outcome 'mismatched'  its Idempotency-Key answered another request
-- No row: the position changed nothing and is run again for its slug alone. Its slug was created or
-- deleted by another transaction in this moment, or would overflow, or is locked and $waitsForLocks is false.
--
-- Example: on 1.4.2 the batch (Patch, Minor, Patch, Major, Patch) gives 1.4.3, 1.5.0, 1.5.1, 2.0.0, 2.0.1.
--
-- Locks are taken in one order by every batch (packages by slug, new slugs by slug, idempotency keys),
-- so two batches never wait for each other in a circle.
with setting as materialized (
  -- for this transaction: how long a lock is waited for
  select set_config('lock_timeout', $lockTimeout::text, true)
),
item as (
  -- the batch, in its order; joined with the setting, which therefore applies before any lock is taken
  select item.*
  from setting
  cross join unnest(
    $slugs::text[],
    $components::versioning.component[],
    $keyNames::text[],
    $buildUrls::text[],
    $owners::bytea[],
    $idempotencyKeys::text[],
    $fingerprints::bytea[]
  ) with ordinality as item (slug, component, key_name, build_url, owner, key, fingerprint, position)
),
answered as (
  -- positions whose Idempotency-Key already has an answer
  select
    item.position,
    record.fingerprint = item.fingerprint as is_same_request,
    record.status,
    record.headers,
    record.body
  from item
  join versioning.idempotency_record as record
    on record.owner = item.owner
    and record.key = item.key
  where record.created_at > now() - interval '24 hours'
),
waited_for as materialized (
  select id, slug, major, minor, patch, revision, updated_at
  from versioning.package
  where $waitsForLocks::boolean
    and slug = any ($slugs::text[])
  order by slug
  for update
),
not_locked as materialized (
  select id, slug, major, minor, patch, revision, updated_at
  from versioning.package
  where not $waitsForLocks::boolean
    and slug = any ($slugs::text[])
  order by slug
  for update skip locked
),
existing as materialized (
  -- the packages of the batch, locked until it is committed
  select * from waited_for
  union all
  select * from not_locked
),
passed_over as (
  -- the packages that another transaction holds
  select slug
  from versioning.package
  where not $waitsForLocks::boolean
    and slug = any ($slugs::text[])
    and slug not in (select slug from existing)
),
numbered as (
  -- every position that changes something, its place among those of its slug, the majors up to it
  select
    item.*,
    row_number() over earlier as place,
    count(*) filter (where component = 'Major') over earlier as majors
  from item
  where not exists (select from answered where answered.position = item.position)
    and slug not in (select slug from passed_over)
  window earlier as (partition by slug order by position)
),
with_minors as (
  -- the minors since the last major
  select
    numbered.*,
    count(*) filter (where component = 'Minor') over earlier as minors
  from numbered
  window earlier as (partition by slug, majors order by position)
),
with_patches as (
  -- the patches since the last major or minor
  select
    with_minors.*,
    count(*) filter (where component = 'Patch') over earlier as patches
  from with_minors
  window earlier as (partition by slug, majors, minors order by position)
),
step as (
  -- the version of each position; a major resets minor and patch, a minor resets patch
  -- (Semantic Versioning 2.0.0, rules 7 and 8). A missing package starts from 0.0.0.
  select
    position,
    slug,
    component,
    key_name,
    build_url,
    owner,
    key,
    fingerprint,
    existing.id as package_id,
    coalesce(existing.revision, 0) + place as revision,
    coalesce(existing.major, 0) + majors as major,
    case when majors > 0 then 0 else coalesce(existing.minor, 0) end + minors as minor,
    case when majors + minors > 0 then 0 else coalesce(existing.patch, 0) end + patches as patch,
    -- never before the change it follows, though its transaction may have begun earlier
    greatest(clock_timestamp()::timestamptz(3), existing.updated_at) as at
  from with_patches
  left join existing using (slug)
),
possible as (
  -- one position past the largest integer holds back its whole slug
  select *
  from step
  where slug not in (select slug from step where greatest(major, minor, patch) > 2147483647)
),
last_step as (
  -- what each package becomes
  select distinct on (slug) *
  from possible
  order by slug, revision desc
),
updated as (
  update versioning.package
  set
    major = last_step.major,
    minor = last_step.minor,
    patch = last_step.patch,
    revision = last_step.revision,
    updated_at = last_step.at
  from last_step
  where package.id = last_step.package_id
  returning package.id, package.slug, package.name, package.created_at
),
created as (
  -- slugs that are new, already at their last version; one that another call creates first is left to it
  insert into versioning.package
    (slug, name, major, minor, patch, revision, created_at, updated_at)
  select slug, slug, major, minor, patch, revision, at, at
  from last_step
  where package_id is null
  order by slug
  on conflict (slug) do nothing
  returning id, slug, name, created_at
),
changed as (
  select * from updated
  union all
  select * from created
),
history as (
  insert into versioning.package_change
    (package_id, revision, component, major, minor, patch, at, key_name, build_url)
  select changed.id, revision, component, major, minor, patch, at, key_name, build_url
  from possible
  join changed using (slug)
),
answer as (
  select
    possible.position,
    possible.owner,
    possible.key,
    possible.fingerprint,
    row_to_json(package)::text as body
  from possible
  join changed using (slug)
  cross join lateral (
    -- the package as this position left it, in the names and formats of packages.dto.ts
    select
      changed.slug as "Slug",
      changed.name as "Name",
      concat_ws('.', possible.major, possible.minor, possible.patch) as "Version",
      possible.major as "Major",
      possible.minor as "Minor",
      possible.patch as "Patch",
      to_char(changed.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "CreatedAt",
      to_char(possible.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "UpdatedAt"
  ) as package
),
recorded as (
  insert into versioning.idempotency_record (owner, key, fingerprint, status, body)
  select owner, key, fingerprint, 200, body
  from answer
  where key is not null
  order by owner, key
)
select position::integer, 'changed' as outcome, 200 as status, '{}'::jsonb as headers, body
from answer
union all
select
  position::integer,
  case when is_same_request then 'replayed' else 'mismatched' end,
  status,
  headers,
  body
from answered
