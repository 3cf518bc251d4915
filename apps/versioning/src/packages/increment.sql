-- A row: the answer to one position of the batch. Positions of one slug have the same line and the same label, and
-- with a label the same component.
--   outcome 'changed'     the version this position made; body is the package with that version
--   outcome 'replayed'    its Idempotency-Key has an answer: status, headers and body of then
--   outcome 'mismatched'  its Idempotency-Key answered another request
--   outcome 'unknown'     its line is of a package that does not exist
--   outcome 'line-not-found'  its line has no release
--   outcome 'overflowed'  its version would be past the largest integer; body is the version that it counted on from
-- No row: the position changed nothing and is run again for its slug alone. Its slug was concurrently created or
-- deleted by another transaction, is locked and $waitsForLocks is false, was changed while its lock was waited for,
-- or an earlier position of its slug has to be committed first.
--
-- Example: on 1.4.2 the batch (Patch, Minor, Patch, Major, Patch) gives 1.4.3, 1.5.0, 1.5.1, 2.0.0, 2.0.1.
--
-- Locks are taken in one order by every batch (packages by slug, new slugs by slug, idempotency keys),
-- so two batches never deadlock.
with setting as materialized (
  -- for this transaction: how long a lock is waited for; and its position among all, as in continue-positions.sql
  select
    set_config('lock_timeout', $lockTimeout::text, true),
    pg_current_xact_id()::text::bigint + case
      when newest.position >= origin.last_value + pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        then setval('versioning.position_origin', newest.position + 1)
      else origin.last_value
    end as position
  from versioning.position_origin as origin
  left join (select max(position) as position from versioning.package_change) as newest on true
),
item as (
  -- the batch, in its order; joined with the setting, which therefore applies before any lock is taken. Releases
  -- build on those before them, so they are one run; each pre-release is a run of its own.
  select item.*, case when label is null then 0 else item.position end as run
  from setting
  cross join unnest(
    $slugs::text[],
    $components::text[]::versioning.component[],
    $lineMajors::integer[],
    $lineMinors::integer[],
    $labels::text[],
    $keyNames::text[],
    $buildUrls::text[],
    $commits::text[],
    $owners::bytea[],
    $idempotencyKeys::text[],
    $fingerprints::bytea[]
  ) with ordinality as item (
    slug,
    component,
    line_major,
    line_minor,
    label,
    key_name,
    build_url,
    commit,
    owner,
    key,
    fingerprint,
    position
  )
),
answered as (
  -- positions whose Idempotency-Key already has an answer
  select
    item.position,
    record.fingerprint = item.fingerprint
      and coalesce(record.commit = lower(item.commit), true) as is_same_request,
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
  select *
  from versioning.package
  where $waitsForLocks::boolean
    and slug = any ($slugs::text[])
  order by slug
  for update
),
not_locked as materialized (
  select *
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
skipped as (
  -- the packages that another transaction holds; and those that one has changed since this statement began, where
  -- their history is read, which this statement sees as it was before
  select slug
  from versioning.package as seen
  left join existing using (slug)
  where slug = any ($slugs::text[])
    and case
      when existing.id is null then not $waitsForLocks::boolean
      else existing.revision <> seen.revision
        and ($readsHistory::boolean or existing.leads_at <> existing.revision)
    end
),
numbered as (
  -- every position that changes something, its place among those of its slug, the majors up to it
  select
    item.*,
    row_number() over (partition by slug order by run, position) as place,
    count(*) filter (where component = 'Major') over earlier as majors
  from item
  where not exists (select from answered where answered.position = item.position)
    and slug not in (select slug from skipped)
  window earlier as (partition by slug, run order by position)
),
with_minors as (
  -- the minors since the last major
  select
    numbered.*,
    count(*) filter (where component = 'Minor') over earlier as minors
  from numbered
  window earlier as (partition by slug, run, majors order by position)
),
with_patches as (
  -- the patches since the last major or minor
  select
    with_minors.*,
    count(*) filter (where component = 'Patch') over earlier as patches
  from with_minors
  window earlier as (partition by slug, run, majors, minors order by position)
),
behind as (
  -- packages that were set back behind releases of their history, the highest of these, and, unless the line says
  -- where to go on, the part that the first increment goes on from: before the first free version
  select
    numbered.slug,
    highest.version as highest,
    numbered.component,
    first_free.part - 1 as part
  from numbered
  join existing
    on existing.slug = numbered.slug
    and existing.leads_at <> existing.revision
  left join lateral (
    select array[major, minor, patch] as version
    from versioning.package_change as change
    where change.package_id = existing.id
      and change.pre_label is null
    order by major desc, minor desc, patch desc
    limit 1
  ) as highest on true
  left join lateral (
    (
      -- patches may follow each other by the million: one pass over the index, until the first gap or the end
      select coalesce(gap.expected, used.last + 1, existing.patch + 1::bigint) as part
      from (
        select max(patch)::bigint as last
        from versioning.package_change as change
        where change.package_id = existing.id
          and change.major = existing.major
          and change.minor = existing.minor
          and change.patch > existing.patch
          and change.pre_label is null
      ) as used
      left join lateral (
        select expected
        from (
          select patch, existing.patch + dense_rank() over (order by patch) as expected
          from versioning.package_change as change
          where change.package_id = existing.id
            and change.major = existing.major
            and change.minor = existing.minor
            and change.patch > existing.patch
            and change.pre_label is null
        ) as ranked
        where patch <> expected
        order by patch
        limit 1
      ) as gap on true
      where numbered.component = 'Patch'
    )
    union all
    (
      select part
      from (
        select generate_series(
          case numbered.component when 'Major' then existing.major else existing.minor end::bigint + 1,
          2147483648
        ) as part
      ) as candidate
      where numbered.component <> 'Patch'
        and (
          select true
          from versioning.package_change as change
          where change.package_id = existing.id
            and change.major = case numbered.component when 'Major' then part else existing.major end
            and change.minor = case numbered.component when 'Major' then 0 else part end
            and change.patch = 0
            and change.pre_label is null
          limit 1
        ) is null
      limit 1
    )
  ) as first_free on line_major is null
  where place = 1
),
base as materialized (
  -- what each slug counts from: the highest release of the line, or else the current version, 0.0.0 where there is
  -- none; and whether the current version moves along
  select
    numbered.slug,
    existing.id as package_id,
    coalesce(existing.revision, 0) as revision,
    existing.updated_at,
    numbered.line_major is not null and line.major is null as is_line_missing,
    label is null and (line_major is null or line.is_current) as moves,
    behind.slug is not null as is_behind,
    behind.highest,
    behind.part is not null and label is null as may_collide,
    coalesce(line.major, case behind.component when 'Major' then behind.part end, existing.major, 0) as major,
    coalesce(line.minor, case behind.component when 'Minor' then behind.part end, existing.minor, 0) as minor,
    coalesce(line.patch, case behind.component when 'Patch' then behind.part end, existing.patch, 0) as patch
  from numbered
  left join existing using (slug)
  left join behind using (slug)
  left join lateral (
    select
      major,
      minor,
      patch,
      (major, minor, patch) = (existing.major, existing.minor, existing.patch) as is_current
    from versioning.package_change as change
    where change.package_id = existing.id
      and change.major = line_major
      and change.minor >= coalesce(line_minor, 0)
      and change.minor <= coalesce(line_minor, 2147483647)
      and change.pre_label is null
    order by change.major desc, change.minor desc, change.patch desc
    limit 1
  ) as line on line_major is not null
  where place = 1
),
step as (
  -- the version of each position; a major resets minor and patch, a minor resets patch
  -- (Semantic Versioning 2.0.0, rules 7 and 8)
  select
    item.*,
    package_id,
    moves,
    is_behind,
    highest,
    may_collide,
    base.revision + place as revision,
    base.major + majors as major,
    case when majors > 0 then 0 else base.minor end + minors as minor,
    case when majors + minors > 0 then 0 else base.patch end + patches as patch,
    -- never before the change it follows, though its transaction may have begun earlier
    greatest(clock_timestamp()::timestamptz(3), base.updated_at) as at
  from with_patches as item
  join base using (slug)
  where not is_line_missing
),
counted as (
  -- with the number of a pre-release, after the highest one of its version and label
  select
    step.*,
    case
      when label is not null then place + (
        select coalesce(max(pre_number), 0)
        from versioning.package_change as change
        where change.package_id = step.package_id
          and (change.major, change.minor, change.patch) = (step.major, step.minor, step.patch)
          and change.pre_label = step.label
      )
    end as pre_number
  from step
),
collision as (
  -- the first position of a slug behind its history that would make a version of it: it is run again after those
  -- before it are committed, with the ones after it
  select slug, min(place) as place
  from step
  where may_collide
    and exists (
      select
      from versioning.package_change as change
      where change.package_id = step.package_id
        and (change.major, change.minor, change.patch) = (step.major, step.minor, step.patch)
        and change.pre_label is null
    )
  group by slug
),
possible as (
  -- one position past the largest integer holds back its whole slug
  select *
  from counted
  where slug not in (select slug from counted where greatest(major, minor, patch, pre_number) > 2147483647)
    and not exists (
      select from collision where collision.slug = counted.slug and collision.place <= counted.place
    )
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
    major = case when moves then last_step.major else package.major end,
    minor = case when moves then last_step.minor else package.minor end,
    patch = case when moves then last_step.patch else package.patch end,
    revision = last_step.revision,
    unmoved = package.unmoved + case when moves then 0 else place end,
    leads_at = case
      when not is_behind
        or moves and array[last_step.major, last_step.minor, last_step.patch] > highest::bigint[]
        then last_step.revision
      else package.leads_at
    end,
    updated_at = case when moves then last_step.at else package.updated_at end
  from last_step
  where package.id = last_step.package_id
  returning package.id, package.slug, package.name, package.created_at, package.updated_at
),
created as (
  -- slugs that are new, already at their last version, or without a release; one that another call creates first is
  -- left to it
  insert into versioning.package
    (slug, name, major, minor, patch, revision, unmoved, leads_at, created_at, updated_at)
  select
    slug,
    slug,
    case when moves then major else 0 end,
    case when moves then minor else 0 end,
    case when moves then patch else 0 end,
    revision,
    case when moves then 0 else revision end,
    revision,
    at,
    at
  from last_step
  where package_id is null
  order by slug
  on conflict (slug) do nothing
  returning id, slug, name, created_at, updated_at
),
changed as (
  select * from updated
  union all
  select * from created
),
history as (
  insert into versioning.package_change (
    package_id,
    revision,
    component,
    major,
    minor,
    patch,
    pre_label,
    pre_number,
    at,
    key_name,
    build_url,
    commit,
    position
  )
  select
    changed.id,
    revision,
    component,
    major,
    minor,
    patch,
    label,
    pre_number,
    at,
    key_name,
    build_url,
    commit,
    setting.position
  from possible
  join changed using (slug)
  cross join setting
),
answer as (
  select
    possible.position,
    possible.owner,
    possible.key,
    possible.fingerprint,
    possible.commit,
    case
      when label is null then row_to_json(package)::text
      else left(row_to_json(package)::text, -1) || ',"PreRelease":"' || label || '.' || pre_number || '"}'
    end as body
  from possible
  join changed using (slug)
  cross join lateral (
    -- the package with the version of this position, in the names and formats of packages.dto.ts
    select
      changed.slug as "Slug",
      changed.name as "Name",
      concat_ws('.', possible.major, possible.minor, possible.patch)
        || coalesce('-' || possible.label || '.' || possible.pre_number, '') as "Version",
      possible.major as "Major",
      possible.minor as "Minor",
      possible.patch as "Patch",
      to_char(changed.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "CreatedAt",
      to_char(
        case when moves then possible.at else changed.updated_at end at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
      ) as "UpdatedAt"
  ) as package
),
recorded as (
  insert into versioning.idempotency_record (owner, key, fingerprint, commit, status, body)
  select owner, key, fingerprint, lower(commit), 200, body
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
union all
select
  numbered.position::integer,
  case when base.package_id is null then 'unknown' else 'line-not-found' end,
  404,
  null,
  null
from numbered
join base using (slug)
where is_line_missing
union all
select
  counted.position::integer,
  'overflowed',
  409,
  null,
  case
    when greatest(counted.major, counted.minor, counted.patch) > 2147483647
      then concat_ws('.', base.major, base.minor, base.patch)
    else concat_ws('.', counted.major, counted.minor, counted.patch) || '-' || label || '.' || (pre_number - 1)
  end
from counted
join base using (slug)
where place = 1
  and greatest(counted.major, counted.minor, counted.patch, pre_number) > 2147483647
