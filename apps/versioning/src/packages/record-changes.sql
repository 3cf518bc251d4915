-- Adds changes other than increments to the history of a package, in version order. $moves says whether the package
-- moves to the version: `always`, `never`, or `up`, to the highest release if that is greater than its version; then
-- versions that the history already has are left out. $packageId is null for a package that does not exist: it is
-- created, at 0.0.0 if no release is given. Otherwise the package must be locked. Returns the package, the number of
-- versions that the history did not have, and whether the package moved, or no row if a concurrent call created it.
with existing as (
  select *
  from versioning.package
  where id = $packageId::integer
),
release as materialized (
  -- each given version, once, and whether the history already has it
  select
    release.*,
    -- two conditions, because each has its own index; offset, because otherwise the whole history may be hashed
    exists (
      select
      from versioning.package_change as change
      where (package_id, change.major, change.minor, change.patch)
          = ($packageId::integer, release.major, release.minor, release.patch)
        and change.pre_label is null
        and release.pre_label is null
      offset 0
    ) or exists (
      select
      from versioning.package_change as change
      where (package_id, change.major, change.minor, change.patch, change.pre_label, change.pre_number)
        = ($packageId::integer, release.major, release.minor, release.patch, release.pre_label, release.pre_number)
      offset 0
    ) as is_repeat,
    case $moves::text
      when 'always' then true
      when 'never' then false
      else pre_label is null
        and rank() over (order by pre_label is not null, major desc, minor desc, patch desc) = 1
        and not exists (
          select from existing
          where (existing.major, existing.minor, existing.patch) >= (release.major, release.minor, release.patch)
        )
    end as moves
  from (
    select distinct major, minor, patch, "preLabel" as pre_label, "preNumber" as pre_number, at, commit, "buildUrl"
    from json_to_recordset($versions::json) as given (
      major integer, minor integer, patch integer, "preLabel" text collate "C", "preNumber" integer, at timestamptz,
      commit text, "buildUrl" text
    )
  ) as release
),
step as materialized (
  -- the new rows of the history, in version order; adopted versions without a time are placed before the others
  select
    release.*,
    row_number() over (order by major, minor, patch, pre_label, pre_number) as place,
    case $component::text
      when 'Adopted' then least(
        clock_timestamp()::timestamptz(3),
        min(at) over (),
        (select min(at) from versioning.package_change where package_id = $packageId::integer)
      )
    end - interval '1 ms' * count(*) filter (where at is null)
      over (order by major desc, minor desc, patch desc, pre_label desc, pre_number desc) as before
  from release
  where moves or not is_repeat or $moves::text = 'never'
),
total as (
  select
    count(*) as steps,
    count(*) filter (where moves) as moves,
    count(*) filter (where not is_repeat) as recorded
  from step
),
goal as (
  -- the version of the package afterwards
  select
    coalesce(step.major, existing.major, 0) as major,
    coalesce(step.minor, existing.minor, 0) as minor,
    coalesce(step.patch, existing.patch, 0) as patch,
    step.commit
  from total
  left join existing on true
  left join step on step.moves
),
updated as (
  update versioning.package
  set
    (major, minor, patch) = row(goal.major, goal.minor, goal.patch),
    revision = package.revision + steps,
    unmoved = package.unmoved + steps - moves,
    updated_at = case
      when moves = 0 then package.updated_at
      else greatest(clock_timestamp()::timestamptz(3), package.updated_at)
    end
  from total
  cross join goal
  where package.id = $packageId::integer
  returning package.*
),
created as (
  insert into versioning.package (slug, name, major, minor, patch, revision, unmoved, commit, commit_at)
  select
    $slug::text, coalesce($name::text, $slug::text), major, minor, patch, steps, steps - moves, commit,
    case when moves > 0 then steps end
  from total
  cross join goal
  where $packageId::integer is null
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
    (package_id, revision, component, major, minor, patch, pre_label, pre_number, is_repeat, at, key_name, commit,
     build_url, reason)
  select
    changed.id, revision - steps + place, $component::text::versioning.component, step.major, step.minor, step.patch,
    pre_label, pre_number, is_repeat,
    coalesce(at, before, case when step.moves then updated_at else clock_timestamp()::timestamptz(3) end),
    $keyName::text, step.commit, "buildUrl", $reason::text
  from step
  cross join total
  cross join changed
)
select
  slug, name, major, minor, patch, created_at as "createdAt", updated_at as "updatedAt", recorded, moves > 0 as "moved"
from changed
cross join total
