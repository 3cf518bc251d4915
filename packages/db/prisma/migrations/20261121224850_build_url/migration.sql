-- Null for changes made before, and for those of callers that send none.
alter table versioning.package_change
  add column build_url text;
