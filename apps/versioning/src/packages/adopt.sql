-- Adds the given versions to the history and moves the package to the highest release among them if that is greater
-- than its version. $packageId is null for a package that does not exist: it is created, at 0.0.0 if no release is
-- given. Otherwise the package must be locked. Returns the number of versions added, whether the package moved, and its
-- version, or no row if a concurrent call created the package.
with existing as (
  select *
  from versioning.package
  where id = $packageId::integer
),
release as materialized (
  -- each given version, once, and whether the history already has it
  select
    release.*,
    -- two conditions, because each has its own index
    exists (
      select
      from versioning.package_change as change
      where (package_id, change.major, change.minor, change.patch)
          = ($packageId::integer, release.major, release.minor, release.patch)
        and change.pre_label is null
        and release.pre_label is null
    ) or exists (
      select
      from versioning.package_change as change
      where (package_id, change.major, change.minor, change.patch, change.pre_label, change.pre_number)
        = ($packageId::integer, release.major, release.minor, release.patch, release.pre_label, release.pre_number)
    ) as is_repeat,
    pre_label is null
      and rank() over (order by pre_label is not null, major desc, minor desc, patch desc) = 1
      and not exists (
        select from existing
        where (existing.major, existing.minor, existing.patch) >= (release.major, release.minor, release.patch)
      ) as moves
  from (
    select distinct major, minor, patch, "preLabel" as pre_label, "preNumber" as pre_number, at, commit, "buildUrl"
    from json_to_recordset($versions::json) as given (
      major integer, minor integer, patch integer, "preLabel" text, "preNumber" integer, at timestamptz, commit text,
      "buildUrl" text
    )
  ) as release
),
step as materialized (
  -- the new rows of the history, in version order
  select release.*, row_number() over (order by major, minor, patch, pre_label, pre_number) as place
  from release
  where moves or not is_repeat
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
    coalesce(step.patch, existing.patch, 0) as patch
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
    and steps > 0
  returning package.id, package.revision - steps as revision_before
),
created as (
  insert into versioning.package (slug, name, major, minor, patch, revision, unmoved)
  select $slug::text, coalesce($name::text, $slug::text), major, minor, patch, steps, steps - moves
  from total
  cross join goal
  where $packageId::integer is null
  on conflict (slug) do nothing
  returning id, 0 as revision_before
),
changed as (
  select * from updated
  union all
  select * from created
),
history as (
  insert into versioning.package_change
    (package_id, revision, component, major, minor, patch, pre_label, pre_number, is_repeat, at, key_name, commit,
     build_url)
  select
    changed.id, revision_before + place, $component::text::versioning.component, major, minor, patch, pre_label,
    pre_number, is_repeat, coalesce(at, clock_timestamp()::timestamptz(3)), $keyName::text, commit, "buildUrl"
  from step
  cross join changed
)
select recorded, moves > 0 as "moved", concat_ws('.', major, minor, patch) as "version"
from total
cross join goal
where $packageId::integer is not null or exists (select from created)
