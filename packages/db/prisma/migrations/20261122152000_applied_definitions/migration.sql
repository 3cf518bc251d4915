-- Whose SQL functions, triggers and views a database has: of which release, and the hash of their text.
create table public.applied_definitions (
  owner text not null,
  release text not null,
  hash text not null,
  applied_at timestamptz(3) not null,

  constraint applied_definitions_pkey primary key (owner)
);
