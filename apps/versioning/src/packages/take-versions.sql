-- A row: the answer to an increment: its package with the version that it made, or the earlier answer to its
-- Idempotency-Key. No row: nothing was changed. Its package is locked, changed after its revision was read, or near the
-- largest version; a key of the slug was answered; or a pre-release would have a number past the largest integer.
--
-- A package without a revision has to have the commit of its version, the highest of its history. What it becomes is
-- added to it: on 1.4.2 the versions 0.0.1, 0.1.0, 0.1.1, 1.0.0, 1.0.1 are 1.4.3, 1.5.0, 1.5.1, 2.0.0, 2.0.1.
--
-- Locks are taken in one order (packages by slug, new slugs by slug, keys), so that two batches never deadlock.
with setting as materialized (
  -- limits the wait for a transaction that creates a slug or answers a key; positions continue as in position.ts
  select
    set_config('lock_timeout', $lockTimeout::text, true), clock_timestamp()::timestamptz(3) as now,
    pg_current_xact_id()::text::bigint + case
      when newest.position >= last_value + pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        then setval('versioning.position_origin', newest.position + 1)
      else last_value
    end as position
  from versioning.position_origin
  left join (select max(position) as position from versioning.package_change) as newest on true
),
increment as (
  select *
  from json_to_recordset($increments::json) as increment (
    index integer, slug text, place integer, component versioning.component, majors integer, minors integer,
    patches integer, label text, moves boolean, previous text[], "keyName" text, "buildUrl" text, commit text,
    owner bytea, key text, fingerprint bytea
  )
),
answered as (
  select index, slug, record.status, record.headers, record.body,
    record.fingerprint = increment.fingerprint and coalesce(record.commit = lower(increment.commit), true) as is_same
  from increment
  join versioning.idempotency_record as record using (owner, key)
  where record.created_at > now() - interval '24 hours'
),
locked as materialized (
  select * from versioning.package where slug = any ($slugs::text[]) order by slug for update skip locked
),
base as (
  -- packages, and slugs without one; joined with the setting, which therefore applies before the statement waits
  select
    slug, locked.id, wanted.revision is null as is_plain, steps, moved, leads, locked.commit, commit_at,
    coalesce(locked.revision, 0) as revision, coalesce(name, slug) as name, greatest(now, updated_at) as at,
    coalesce(major, 0) as major, coalesce(minor, 0) as minor, coalesce(patch, 0) as patch,
    coalesce(created_at, now) as created_at, coalesce(updated_at, now) as updated_at
  from setting
  cross join json_to_recordset($packages::json)
    as wanted (slug text, id integer, revision integer, steps integer, moved integer, leads boolean)
  left join locked using (slug)
  where slug not in (select slug from answered) and case
    when locked.id is null
      then wanted.id is null and not exists (select from versioning.package as seen where seen.slug = wanted.slug)
    when wanted.revision is null
      then commit_at = locked.revision and greatest(major, minor, patch) < 2147483000
    else (locked.id, locked.revision) = (wanted.id, wanted.revision)
  end
),
step as (
  -- each version; a pre-release has the number after the last one of its version and label
  select
    increment.*, base.id as package_id, base.revision + place as revision, at,
    case when is_plain then base.major else 0 end + majors as major,
    case when is_plain and majors = 0 then base.minor else 0 end + minors as minor,
    case when is_plain and majors + minors = 0 then base.patch else 0 end + patches as patch,
    case when label is not null then
      row_number() over (partition by slug, majors, minors, patches, label order by place) + (
        select coalesce(max(pre_number), 0) from versioning.package_change as change
        where (package_id, change.major, change.minor, change.patch, pre_label)
          = (base.id, majors, minors, patches, label)
      )
    end as number
  from increment
  join base using (slug)
),
goal as (
  -- what each package becomes: at the last version that moves it
  select distinct on (slug)
    slug, base.id, moves, at, base.revision + steps as revision, steps - moved as unmoved,
    case when moves then step.major else base.major end as major,
    case when moves then step.minor else base.minor end as minor,
    case when moves then step.patch else base.patch end as patch,
    case when moves then step.commit else base.commit end as commit,
    case when moves and leads or not moves and commit_at = base.revision then base.revision + steps end as commit_at
  from step
  join base using (slug, at)
  where slug not in (select slug from step where number > 2147483647)
  order by slug, moves desc, place desc
),
updated as (
  update versioning.package
  set (major, minor, patch, revision, unmoved, commit, commit_at, updated_at) = row(
    goal.major, goal.minor, goal.patch, goal.revision, package.unmoved + goal.unmoved, goal.commit, goal.commit_at,
    case when moves then at else updated_at end
  )
  from goal
  where package.id = goal.id
  returning package.id, package.slug
),
created as (
  insert into versioning.package
    (slug, name, major, minor, patch, revision, unmoved, commit, commit_at, created_at, updated_at)
  select slug, slug, major, minor, patch, revision, unmoved, commit, commit_at, at, at
  from goal where id is null order by slug
  on conflict (slug) do nothing
  returning id, slug
),
made as (
  select
    changed.id, step.*, concat_ws('.', major, minor, patch) as release,
    lag(array[concat_ws('.', major, minor, patch), commit]) over (partition by slug order by place) as earlier
  from step
  join (select * from updated union all select * from created) as changed using (slug)
),
history as (
  insert into versioning.package_change (
    package_id, revision, component, major, minor, patch, pre_label, pre_number, at, key_name, build_url, commit,
    position
  )
  select id, revision, component, major, minor, patch, label, number, at, "keyName", "buildUrl", commit, position
  from made cross join setting
),
answer as (
  -- the package as packages.dto.ts has it
  select
    index, owner, key, fingerprint, made.commit,
    left(row_to_json(package)::text, -1) || coalesce(',"PreRelease":"' || label || '.' || number || '"}', '}') as body
  from made
  join base using (slug)
  cross join lateral (
    select case when not is_plain then previous when earlier is not null then earlier when base.id is not null
      then array[concat_ws('.', base.major, base.minor, base.patch), base.commit] end as before
  ) as released
  cross join lateral (
    select
      slug as "Slug", name as "Name", release || coalesce('-' || label || '.' || number, '') as "Version",
      made.major as "Major", made.minor as "Minor", made.patch as "Patch",
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "CreatedAt",
      to_char(case when moves then made.at else updated_at end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        as "UpdatedAt",
      -- with spaces: scripts that search an answer for "Version":" find that of the package alone
      case when before[1] is not null then json_build_object('Version', before[1], 'Commit', before[2]) end
        as "Previous"
  ) as package
),
recorded as (
  insert into versioning.idempotency_record (owner, key, fingerprint, commit, status, body)
  select owner, key, fingerprint, lower(commit), 200, body from answer where key is not null order by owner, key
)
select index, 200 as status, '{}'::jsonb as headers, body, false as "isReplay" from answer
union all
select index, status, headers, body, true from answered where is_same
