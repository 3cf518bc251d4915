create schema if not exists versioning;
create schema if not exists reporting;

create type versioning.component as enum ('Created', 'Major', 'Minor', 'Patch', 'Set');
create type versioning.scope as enum ('read', 'write', 'delete');

create table versioning.package (
  id integer generated always as identity,
  slug text collate "C" not null,
  name text not null,
  major integer not null,
  minor integer not null,
  patch integer not null,
  revision integer not null,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,

  constraint package_pkey primary key (id),
  constraint package_slug_is_well_formed check (slug ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  constraint package_version_is_not_negative check (major >= 0 and minor >= 0 and patch >= 0),
  constraint package_revision_is_positive check (revision > 0)
);

create unique index package_slug_key on versioning.package (slug);

create table versioning.package_change (
  package_id integer not null,
  revision integer not null,
  component versioning.component not null,
  major integer not null,
  minor integer not null,
  patch integer not null,
  at timestamptz(3) not null,
  key_name text not null,

  constraint package_change_pkey primary key (package_id, revision),
  constraint package_change_package_id_fkey foreign key (package_id)
    references versioning.package (id) on delete cascade on update no action
);

create table versioning.api_key (
  id integer generated always as identity,
  name text not null,
  prefix text not null,
  hash bytea not null,
  scopes versioning.scope[] not null,
  slug_pattern text,
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),

  constraint api_key_pkey primary key (id),
  constraint api_key_hash_is_sha256 check (octet_length(hash) = 32)
);

create unique index api_key_hash_key on versioning.api_key (hash);

create table versioning.idempotency_record (
  owner bytea not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null default '{}',
  body text not null,
  created_at timestamptz(3) not null default current_timestamp,

  constraint idempotency_record_pkey primary key (owner, key)
);

create index idempotency_record_created_at_idx on versioning.idempotency_record (created_at);
