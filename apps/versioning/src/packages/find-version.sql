-- One row: the change of a package that handed out a version, release or pre-release; without one, its columns are
-- null. No row: there is no such package.
select
  coalesce(release.revision, pre_release.revision) as revision,
  coalesce(release.component, pre_release.component) as component,
  $major::integer as major,
  $minor::integer as minor,
  $patch::integer as patch,
  $preLabel::text as "preLabel",
  $preNumber::integer as "preNumber",
  coalesce(release.at, pre_release.at) as at,
  coalesce(release.key_name, pre_release.key_name) as "keyName",
  coalesce(release.build_url, pre_release.build_url) as "buildUrl",
  coalesce(release.commit, pre_release.commit) as commit
from versioning.package
left join lateral (
  select *
  from versioning.package_change as change
  where change.package_id = package.id
    and change.major = $major::integer
    and change.minor = $minor::integer
    and change.patch = $patch::integer
    and change.pre_label is null
  -- as the index has them: first the one that handed the version out
  order by case when coalesce(is_repeat, component = 'Set') then revision else 0 end
  limit 1
) as release on $preLabel::text is null
left join versioning.package_change as pre_release
  on pre_release.package_id = package.id
  and pre_release.major = $major::integer
  and pre_release.minor = $minor::integer
  and pre_release.patch = $patch::integer
  and pre_release.pre_label = $preLabel::text
  and pre_release.pre_number = $preNumber::integer
where package.slug = $slug::text
