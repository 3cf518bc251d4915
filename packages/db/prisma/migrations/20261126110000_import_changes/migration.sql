-- What an import changed, row by row: to be shown, and to be undone.
create table reporting.import_change (
  run_id integer not null references reporting.import_run (id) on delete cascade on update no action,
  -- Of the first of its columns that changed, over the whole import.
  number integer not null,
  columns smallint not null,
  file text not null,
  key text[] not null,
  -- The member or the account that the row is about.
  person uuid,
  -- Null for a row that was inserted; so is after for one that was deleted.
  before jsonb,
  after jsonb,
  primary key (run_id, number)
);
create index import_change_person_idx on reporting.import_change (person);

-- How many rows; null where none are kept.
alter table reporting.import_run add column kept_changes integer;
-- The import that it undoes.
alter table reporting.import_run add column undoes integer;
alter table reporting.import_run
  add constraint import_run_undoes_fkey foreign key (undoes) references reporting.import_run (id)
  on delete set null on update no action;
create index import_run_undoes_idx on reporting.import_run (undoes);
-- When a person was erased whom the changes name: they cannot be undone any more.
alter table reporting.import_run add column erased_at timestamptz(3);
