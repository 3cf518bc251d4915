-- Runs of imports are recorded from their arrival, with their progress, their faults and the rows as they were before.
create type reporting.import_status as enum (
  'waiting', 'reading', 'checking', 'importing',
  'succeeded', 'refused', 'failed', 'cancelled', 'interrupted'
);
create type reporting.import_source as enum ('http', 'command');

alter table reporting.import_run rename column source to name;
alter table reporting.import_run
  add column uuid uuid not null default gen_random_uuid(),
  add column source reporting.import_source not null default 'command',
  add column status reporting.import_status not null default 'waiting',
  add column progress real not null default 0,
  add column created_at timestamptz(3) not null default now(),
  -- when the process that has the run last said so; without it the run counts as interrupted
  add column alive_at timestamptz(3) not null default now(),
  -- who uploaded; null for the service key and the command
  add column account_id integer,
  add column options jsonb not null default '{}',
  add column fault_count integer not null default 0,
  add column has_before boolean not null default false,
  -- of an upload with an Idempotency-Key: whose key, the key, and the SHA-256 of what it was sent with
  add column key_owner text,
  add column idempotency_key text,
  add column request_hash bytea,
  alter column started_at drop not null,
  alter column finished_at drop not null;

update reporting.import_run
set
  status = case outcome
    when 'refused' then 'refused'::reporting.import_status
    when 'failed' then 'failed'
    else 'succeeded'
  end,
  progress = case when outcome in ('done', 'dry run') then 1 else 0 end,
  created_at = started_at,
  alive_at = finished_at,
  options = jsonb_build_object(
    'dryRun', outcome = 'dry run', 'replace', replaces, 'updateAccounts', updates_accounts
  );

alter table reporting.import_run
  alter column source drop default,
  alter column status drop default,
  drop constraint import_run_finishes_after_it_starts,
  drop column outcome,
  drop column replaces,
  drop column updates_accounts,
  drop column rows_read,
  drop column rows_inserted,
  drop column rows_updated,
  drop column rows_unchanged,
  drop column rows_deleted,
  add constraint import_run_account_id_fkey foreign key (account_id)
    references reporting.account (id) on delete set null on update no action,
  add constraint import_run_progress_check check (progress between 0 and 1),
  add constraint import_run_finishes_after_it_starts check (finished_at >= started_at),
  add constraint import_run_finished_check check (
    (finished_at is null) = (status in ('waiting', 'reading', 'checking', 'importing'))
  );

create unique index import_run_uuid_key on reporting.import_run (uuid);
create unique index import_run_key_owner_idempotency_key_key
  on reporting.import_run (key_owner, idempotency_key);
create index import_run_account_id_idx on reporting.import_run (account_id);
create index import_run_unfinished_idx on reporting.import_run (id) where finished_at is null;

drop type reporting.import_outcome;

-- What was wrong with the files of a refused run, in the order of the files and lines.
create table reporting.import_fault (
  run_id integer not null
    references reporting.import_run (id) on delete cascade on update no action,
  number integer not null,
  file text not null,
  line integer,
  column_name text,
  value text,
  expected text not null,
  remedy text,
  -- the whole line, its cells as CSV
  row_text text,
  primary key (run_id, number)
);

-- The rows that a run changed or deleted, as they were: a zip archive in the import's format, in pieces.
create table reporting.import_before (
  run_id integer not null
    references reporting.import_run (id) on delete cascade on update no action,
  number integer not null,
  bytes bytea not null,
  primary key (run_id, number)
);
-- The archive is compressed already.
alter table reporting.import_before alter column bytes set storage external;
