-- For each of $increments, its package and what the next version depends on:
-- base      the version to increment: with a line, its highest release; for a package that was set back, the version
--           before the first free one (at 1.0.1, after 1.0.2, 1.0.3 and 1.0.5, patches continue from 1.0.3). Null if
--           the line has no release, if the package was not set back, or if `searches` is false
-- highest   the highest release in the history
-- previous  the highest release below the new version that is not withdrawn
-- number    the number of the pre-release
-- made      the version already made for the commit
-- answer    the response already stored under the Idempotency-Key
with increment as (
  select *
  from json_to_recordset($increments::json) as increment (
    index integer, slug text, component text, "lineMajor" integer, "lineMinor" integer, label text, commit text,
    "isOnce" boolean, searches boolean, owner bytea, key text, fingerprint bytea
  )
)
select
  increment.index, increment.slug, package.id, coalesce(name, increment.slug) as name,
  coalesce(package.major, 0) as major, coalesce(package.minor, 0) as minor, coalesce(package.patch, 0) as patch,
  coalesce(package.revision, 0) as revision, coalesce(unmoved, 0) as unmoved,
  coalesce(is_leading, false) as "isLeading", package.commit, coalesce(created_at, now) as "createdAt",
  coalesce(updated_at, now) as "updatedAt", now, highest.version as highest, base.version as base,
  row_to_json(previous) as previous, number.next as number, row_to_json(made) as made, row_to_json(answer) as answer
from increment
cross join (select clock_timestamp()::timestamptz(3) as now) as clock
left join lateral (
  -- limited, because otherwise the plan may read every package
  select *, commit_at is not distinct from revision as is_leading
  from versioning.package where slug = increment.slug limit 1
) as package on true
left join lateral (
  select array[major, minor, patch] as version
  from versioning.package_change
  where package_id = package.id and pre_label is null and not is_leading
  order by package_change.major desc, package_change.minor desc, package_change.patch desc
  limit 1
) as highest on true
left join lateral (
  (
    select array[major, minor, patch] as version
    from versioning.package_change
    where package_id = package.id
      and pre_label is null
      and major = increment."lineMajor"
      and minor >= coalesce(increment."lineMinor", 0)
      and minor <= coalesce(increment."lineMinor", 2147483647)
    order by package_change.major desc, package_change.minor desc, package_change.patch desc
    limit 1
  )
  union all
  (
    -- the first part without a successor, in one pass over the releases with the same higher parts
    select
      case increment.component
        when 'Major' then array[part, package.minor, package.patch]
        when 'Minor' then array[package.major, part, package.patch]
        else array[package.major, package.minor, part]
      end
    from (
      select part, lead(part) over (order by part) as following
      from (
        select case increment.component
          when 'Major' then package.major when 'Minor' then package.minor else package.patch
        end
        union
        select case increment.component when 'Major' then major when 'Minor' then minor else patch end
        from versioning.package_change as change
        where change.package_id = package.id
          and change.pre_label is null
          and (major, minor, patch) > (package.major, package.minor, package.patch)
          and (major, minor, patch) <= (
            case increment.component when 'Major' then 2147483647 else package.major end,
            case increment.component when 'Patch' then package.minor else 2147483647 end,
            2147483647
          )
          and (patch = 0 or increment.component = 'Patch')
          and (minor = 0 or increment.component <> 'Major')
      ) as taken (part)
    ) as followed
    where searches
      and increment."lineMajor" is null
      and highest.version > array[package.major, package.minor, package.patch]
      and following is distinct from part + 1::bigint
    order by part
    limit 1
  )
) as base on true
cross join lateral (
  select coalesce(base.version, array[package.major, package.minor, package.patch]) as version
) as start
left join lateral (
  select major, minor, patch, commit
  from versioning.package_change as change
  where change.package_id = package.id
    and not (is_leading and increment."lineMajor" is null)
    and pre_label is null
    and not is_withdrawn
    and is_repeat is not true
    and (change.major, change.minor, change.patch) <= (
      start.version[1],
      case increment.component when 'Major' then 2147483647 else start.version[2] end,
      case increment.component when 'Patch' then start.version[3] else 2147483647 end
    )
  order by change.major desc, change.minor desc, change.patch desc
  limit 1
) as previous on true
left join lateral (
  select coalesce(max(pre_number), 0)::bigint + 1 as next
  from versioning.package_change
  where increment.label is not null
    and (package_id, major, minor, patch, pre_label) = (
      package.id,
      coalesce(start.version[1], 0) + (increment.component = 'Major')::integer::bigint,
      case increment.component
        when 'Major' then 0 else coalesce(start.version[2], 0) + (increment.component = 'Minor')::integer::bigint
      end,
      case increment.component when 'Patch' then coalesce(start.version[3], 0) + 1::bigint else 0 end,
      increment.label
    )
) as number on true
left join lateral (
  -- a version that was set or adopted counts as made by the increment that could have made it
  select revision, major, minor, patch, pre_label as "preLabel", pre_number as "preNumber", at
  from versioning.package_change as change
  where increment."isOnce"
    and lower(commit) collate "C" = lower(increment.commit)
    and package_id = package.id
    and not is_withdrawn
    and is_repeat is not true
    and pre_label is not distinct from increment.label
    and case increment.component when 'Major' then (minor, patch) = (0, 0) when 'Minor' then patch = 0 else true end
    and (increment."lineMajor" is null or major = increment."lineMajor")
    and (increment."lineMinor" is null or minor = increment."lineMinor")
  order by major desc, minor desc, patch desc, pre_number desc
  limit 1
) as made on true
left join lateral (
  select status, headers, body, record.fingerprint = increment.fingerprint
    and coalesce(record.commit = lower(increment.commit), true) as "isSame"
  from versioning.idempotency_record as record
  where record.owner = increment.owner and record.key = increment.key
    and record.created_at > now() - interval '24 hours'
) as answer on true
