alter type versioning.scope add value 'keys';

alter table versioning.api_key
  -- The first hash of a rotated key, under which its idempotency records and limits stay; null: its hash.
  add column owner bytea,
  add column previous_hash bytea,
  add column previous_until timestamptz(3),
  add column rotated_at timestamptz(3),
  -- Beside slug_pattern, which the previous release reads alone: it then allows less, never more.
  add column other_slug_patterns text[] not null default '{}',
  add column creator_id integer,
  add column created_by text not null default 'command line',
  add constraint api_key_creator_id_fkey foreign key (creator_id)
    references versioning.api_key (id) on delete no action on update no action,
  add constraint api_key_previous_hash_is_limited
    check ((previous_hash is null) = (previous_until is null));

create unique index api_key_previous_hash_key on versioning.api_key (previous_hash);
create index api_key_creator_id_idx on versioning.api_key (creator_id);

create table versioning.key_event (
  id bigint generated always as identity,
  at timestamptz(3) not null default current_timestamp,
  kind text not null,
  actor text not null,
  key_id integer,
  key_name text not null,
  detail text,

  constraint key_event_pkey primary key (id),
  constraint key_event_key_id_fkey foreign key (key_id)
    references versioning.api_key (id) on delete no action on update no action
);

create index key_event_at_idx on versioning.key_event (at);
create index key_event_key_id_idx on versioning.key_event (key_id);
