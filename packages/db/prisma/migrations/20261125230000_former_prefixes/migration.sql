-- The prefixes of the secrets that a key had: one that leaked names its key, also once that has been rotated.
alter table versioning.api_key
  add column former_prefixes text[] not null default '{}';
