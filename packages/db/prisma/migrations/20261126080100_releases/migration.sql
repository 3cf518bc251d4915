-- Names of npm, Maven and Go have a `/`, and those of npm begin with `@`.
alter table versioning.package
  drop constraint package_slug_is_well_formed,
  add constraint package_slug_is_well_formed check (
    char_length(slug) <= 100
    and slug ~ '^@?[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9._-]+)*$'
    and slug !~ '/\.{1,2}(/|$)'
  );

alter table versioning.package_change
  add column is_withdrawn boolean not null default false,
  add column reason text;

-- A pre-release may be withdrawn, too: a row of its own that hands out nothing.
drop index versioning.package_change_pre_release_key;
create unique index package_change_pre_release_key on versioning.package_change
  (package_id, major, minor, patch, pre_label, pre_number, (case when is_repeat then revision else 0 end))
  where pre_label is not null;

-- Versions that were handed out elsewhere have the times at which they were made.
create index package_change_adopted_idx on versioning.package_change (package_id, at, revision)
  where component = 'Adopted';
