-- What the import of an earlier release writes of a run when it ends (20261123100000_import_runs removed it): it imports
-- while replicas are replaced. A release later these columns and the type go.
create type reporting.import_outcome as enum ('done', 'dry run', 'refused', 'failed');

alter table reporting.import_run
  add column outcome reporting.import_outcome,
  add column replaces boolean,
  add column updates_accounts boolean,
  add column rows_read bigint,
  add column rows_inserted bigint,
  add column rows_updated bigint,
  add column rows_unchanged bigint,
  add column rows_deleted bigint,
  -- the name of its files, there: a trigger puts it into its place
  alter column source type text using source::text,
  add constraint import_run_source_check check (source in ('http', 'command'));
