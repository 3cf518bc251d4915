-- 20261125230000_previous_import serves a release before 0.1.0. The other type of `source` fails in statements that replicas
-- of 0.1.0 have prepared.
drop trigger if exists complete_earlier_import_run on reporting.import_run;
drop function if exists reporting.complete_earlier_import_run();

alter table reporting.import_run
  drop column outcome,
  drop column replaces,
  drop column updates_accounts,
  drop column rows_read,
  drop column rows_inserted,
  drop column rows_updated,
  drop column rows_unchanged,
  drop column rows_deleted,
  drop constraint import_run_source_check,
  alter column source type reporting.import_source using source::reporting.import_source;

drop type reporting.import_outcome;
