-- A row where the run had not ended before, by a cancellation or because its heartbeat stopped.
update reporting.import_run as run
set
  status = $status::reporting.import_status,
  progress = case when $status::reporting.import_status = 'succeeded' then 1 else run.progress end,
  started_at = coalesce(run.started_at, run.created_at),
  finished_at = clock_timestamp(),
  files = $files::jsonb,
  has_before = $hasBefore::boolean,
  fault_count = $faultCount::integer,
  reason = $reason::text
where run.id = $id::integer
  and run.finished_at is null
  and not reporting.import_run_is_lost(run)
returning run.id
