insert into reporting.import_run (
  source, started_by, started_at, finished_at, outcome, replaces, updates_accounts,
  rows_read, rows_inserted, rows_updated, rows_unchanged, rows_deleted, files, reason
)
values (
  $source::text, $startedBy::text, $startedAt::timestamptz, clock_timestamp(),
  $outcome::reporting.import_outcome, $replaces::boolean, $updatesAccounts::boolean,
  $read::bigint, $inserted::bigint, $updated::bigint, $unchanged::bigint, $deleted::bigint,
  $files::jsonb, $reason::text
)
