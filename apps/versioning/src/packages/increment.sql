-- Writes the changes of packages and returns the slugs of those that were written. A package is left out if it is no
-- longer at the revision that was read, if another transaction has locked it, or if its slug has been created since.
--
-- Locks are taken in a fixed order (packages by slug, new slugs by slug, keys), so that two batches never deadlock.
with setting as materialized (
  -- limits the wait for a transaction that creates a slug or stores a response; positions continue as in position.ts
  select
    set_config('lock_timeout', $lockTimeout::text, true),
    pg_current_xact_id()::text::bigint + case
      when newest.position >= last_value + pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        then setval('versioning.position_origin', newest.position + 1)
      else last_value
    end as position
  from versioning.position_origin
  left join (select max(position) as position from versioning.package_change) as newest on true
),
goal as (
  -- each package after its changes
  select *
  from json_to_recordset($packages::json) as goal (
    slug text, id integer, before integer, revision integer, unmoved integer, major integer, minor integer,
    patch integer, commit text, "commitAt" integer, "updatedAt" timestamptz, at timestamptz
  )
),
locked as materialized (
  select id, revision from versioning.package where slug = any ($slugs::text[]) order by slug for update skip locked
),
updated as (
  update versioning.package
  set (major, minor, patch, revision, unmoved, commit, commit_at, updated_at)
    = row(goal.major, goal.minor, goal.patch, goal.revision, goal.unmoved, goal.commit, "commitAt", "updatedAt")
  from goal
  join locked on locked.id = goal.id and locked.revision = before
  where package.id = locked.id
  returning package.id, package.slug
),
created as (
  insert into versioning.package
    (slug, name, major, minor, patch, revision, unmoved, commit, commit_at, created_at, updated_at)
  select slug, slug, major, minor, patch, revision, unmoved, commit, "commitAt", at, at
  from setting
  cross join goal
  where id is null
  order by slug
  on conflict (slug) do nothing
  returning id, slug
),
changed as (
  select * from updated union all select * from created
),
history as (
  insert into versioning.package_change
    (package_id, revision, component, major, minor, patch, pre_label, pre_number, at, key_name, build_url, commit,
     position)
  select
    changed.id, change.revision, component, change.major, change.minor, change.patch, "preLabel", "preNumber", at,
    "keyName", "buildUrl", change.commit, position
  from json_to_recordset($changes::json) as change (
    slug text, revision integer, component versioning.component, major integer, minor integer, patch integer,
    "preLabel" text, "preNumber" integer, "keyName" text, "buildUrl" text, commit text
  )
  join changed using (slug)
  join goal using (slug)
  cross join setting
),
recorded as (
  insert into versioning.idempotency_record (owner, key, fingerprint, commit, status, body)
  select owner, key, fingerprint, commit, 200, body
  from json_to_recordset($records::json) as record (
    slug text, owner bytea, key text, fingerprint bytea, commit text, body text
  )
  join changed using (slug)
  order by owner, key
)
select slug from changed
