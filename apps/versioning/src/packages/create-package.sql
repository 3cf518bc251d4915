-- One row: the package at 0.0.1. No row: the slug exists.
with created as (
  insert into versioning.package (slug, name, major, minor, patch, revision, leads_at)
  values ($slug::text, $name::text, 0, 0, 1, 1, 1)
  on conflict (slug) do nothing
  returning *
),
history as (
  insert into versioning.package_change
    (package_id, revision, component, major, minor, patch, at, key_name)
  select id, revision, 'Created', major, minor, patch, created_at, $keyName::text
  from created
)
select slug, name, major, minor, patch, created_at as "createdAt", updated_at as "updatedAt"
from created
