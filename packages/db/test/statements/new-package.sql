insert into versioning.package (slug, name, major, minor, patch, revision)
values ($slug::text, $slug::text, 0, 0, 1, 1)
returning slug
