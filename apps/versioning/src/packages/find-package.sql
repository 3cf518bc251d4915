-- One row at most: a package by its slug.
select
  id,
  slug,
  name,
  major,
  minor,
  patch,
  revision,
  unmoved,
  created_at as "createdAt",
  updated_at as "updatedAt"
from versioning.package
where slug = $slug::text
