-- A row: the response to a plain increment: its package with the version that it made, or the earlier response to its
-- Idempotency-Key. No row: nothing was changed. Its package is locked, is not known to be at the highest version of its
-- history, or is near the largest version; or a key of the slug was used.
--
-- What an increment becomes is added to its package: on 1.4.2 the versions 0.0.1, 0.1.0, 0.1.1, 1.0.0, 1.0.1 are 1.4.3,
-- 1.5.0, 1.5.1, 2.0.0, 2.0.1.
--
-- Locks are taken in one order (packages by slug, new slugs by slug, keys), so that two batches never deadlock.
with setting as materialized (
  -- limits the wait for a transaction that creates a slug or stores a response; positions continue as in position.ts
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
    patches integer, "keyName" text, "buildUrl" text, commit text, owner bytea, key text, fingerprint bytea
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
    slug, id, commit, coalesce(revision, 0) as revision, coalesce(name, slug) as name,
    coalesce(major, 0) as major, coalesce(minor, 0) as minor, coalesce(patch, 0) as patch,
    coalesce(created_at, now) as created_at, greatest(now, updated_at) as at
  from setting
  cross join unnest($slugs::text[]) as wanted (slug)
  left join locked using (slug)
  where slug not in (select slug from answered) and case
    when id is null then not exists (select from versioning.package as seen where seen.slug = wanted.slug)
    else commit_at = revision and greatest(major, minor, patch) < 2147483000
  end
),
step as (
  select
    increment.*, base.id as package_id, revision + place as revision, name, created_at, at, major + majors as major,
    case when majors = 0 then minor else 0 end + minors as minor,
    case when majors + minors = 0 then patch else 0 end + patches as patch,
    case when base.id is not null then array[concat_ws('.', major, minor, patch), base.commit] end as before
  from increment
  join base using (slug)
),
goal as (
  -- what each package becomes
  select distinct on (slug) * from step order by slug, place desc
),
updated as (
  update versioning.package
  set (major, minor, patch, revision, commit, commit_at, updated_at)
    = row(goal.major, goal.minor, goal.patch, goal.revision, goal.commit, goal.revision, goal.at)
  from goal
  where package.id = goal.package_id
  returning package.id, package.slug
),
created as (
  insert into versioning.package (slug, name, major, minor, patch, revision, commit, commit_at, created_at, updated_at)
  select slug, slug, major, minor, patch, revision, commit, revision, at, at
  from goal where package_id is null order by slug
  on conflict (slug) do nothing
  returning id, slug
),
made as (
  select
    changed.id, step.*, concat_ws('.', major, minor, patch) as version,
    coalesce(
      lag(array[concat_ws('.', major, minor, patch), commit]) over (partition by slug order by place), before
    ) as previous
  from step
  join (select * from updated union all select * from created) as changed using (slug)
),
history as (
  insert into versioning.package_change
    (package_id, revision, component, major, minor, patch, at, key_name, build_url, commit, position)
  select id, revision, component, major, minor, patch, at, "keyName", "buildUrl", commit, position
  from made cross join setting
),
response as (
  -- the package as take-locked.ts has it
  select index, owner, key, fingerprint, commit, row_to_json(package)::text as body
  from made
  cross join lateral (
    select
      slug as "Slug", name as "Name", version as "Version", major as "Major", minor as "Minor", patch as "Patch",
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "CreatedAt",
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "UpdatedAt",
      case when previous is not null then json_build_object('Version', previous[1], 'Commit', previous[2]) end
        as "Previous"
  ) as package
),
recorded as (
  insert into versioning.idempotency_record (owner, key, fingerprint, commit, status, body)
  select owner, key, fingerprint, lower(commit), 200, body
  from response where key is not null order by owner, key
)
select index, 200 as status, '{}'::jsonb as headers, body, false as "isReplay" from response
union all
select index, status, headers, body, true from answered where is_same
