-- The commit of the version, known where `commit_at` is `revision`: the version is then the highest release of the
-- history, and not withdrawn. `leads_at` is the previous release's.
alter table versioning.package
  add column commit text,
  add column commit_at integer;
