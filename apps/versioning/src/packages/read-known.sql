-- One row at most: a package, and what an increment of it counts from: with a line its highest release, in a package
-- that was set back behind its history the version before the first one that is free. At 1.0.1, after 1.0.2, 1.0.3 and
-- 1.0.5, patches count from 1.0.3. Null without such a release, and where the package is not behind. `highest`
-- is the highest release of the history, `previous` that below the version that the increment would make, without those
-- that are withdrawn.
select
  package.id,
  array[package.major, package.minor, package.patch] as current,
  highest.version as highest,
  base.version as base,
  array_to_string(previous.version, '.') as previous,
  previous.commit
from versioning.package
cross join (
  select $component::text as component, $lineMajor::integer as line_major, $lineMinor::integer as line_minor
) as wanted
left join lateral (
  select array[major, minor, patch] as version
  from versioning.package_change as change
  where change.package_id = package.id and pre_label is null
  order by change.major desc, change.minor desc, change.patch desc
  limit 1
) as highest on true
left join lateral (
  (
    select array[major, minor, patch] as version
    from versioning.package_change as change
    where line_major is not null
      and change.package_id = package.id
      and change.major = line_major
      and change.minor >= coalesce(line_minor, 0)
      and change.minor <= coalesce(line_minor, 2147483647)
      and change.pre_label is null
    order by major desc, minor desc, patch desc
    limit 1
  )
  union all
  (
    -- the first part that the next one does not follow, in one pass over the releases with the same higher parts
    select
      case wanted.component
        when 'Major' then array[part, package.minor, package.patch]
        when 'Minor' then array[package.major, part, package.patch]
        else array[package.major, package.minor, part]
      end
    from (
      select part, lead(part) over (order by part) as following
      from (
        select case wanted.component
          when 'Major' then package.major when 'Minor' then package.minor else package.patch
        end
        union
        select case wanted.component when 'Major' then major when 'Minor' then minor else patch end
        from versioning.package_change as change
        where change.package_id = package.id
          and change.pre_label is null
          and (major, minor, patch) > (package.major, package.minor, package.patch)
          and (major, minor, patch) <= (
            case wanted.component when 'Major' then 2147483647 else package.major end,
            case wanted.component when 'Patch' then package.minor else 2147483647 end,
            2147483647
          )
          and (patch = 0 or wanted.component = 'Patch')
          and (minor = 0 or wanted.component <> 'Major')
      ) as taken (part)
    ) as followed
    where line_major is null
      and highest.version > array[package.major, package.minor, package.patch]
      and following is distinct from part + 1::bigint
    order by part
    limit 1
  )
) as base on true
left join lateral (
  select coalesce(base.version, array[package.major, package.minor, package.patch]) as version
) as start on true
left join lateral (
  select array[major, minor, patch] as version, commit
  from versioning.package_change as change
  where change.package_id = package.id
    and pre_label is null
    and not is_withdrawn
    and is_repeat is not true
    and (change.major, change.minor, change.patch) <= (
      start.version[1],
      case wanted.component when 'Major' then 2147483647 else start.version[2] end,
      case wanted.component when 'Patch' then start.version[3] else 2147483647 end
    )
  order by change.major desc, change.minor desc, change.patch desc
  limit 1
) as previous on true
where package.slug = $slug::text
