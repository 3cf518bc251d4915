-- Files that were imported, by their digest: the same again change nothing while nobody has written to their tables.
create table reporting.known_import (
  digest bytea primary key,
  run_id integer not null references reporting.import_run (id) on delete cascade on update no action,
  -- The transaction that imported them; a restored row has another.
  xid xid8 not null,
  -- Every transaction before it had ended when the import began.
  oldest xid8 not null,
  -- How many rows each of the tables had.
  table_rows jsonb not null
);
create index known_import_run_id_idx on reporting.known_import (run_id);
