-- Ends runs of a process that will not end them themselves.
update reporting.import_run as run
set
  status = $status::reporting.import_status,
  reason = $reason::text,
  started_at = coalesce(run.started_at, run.created_at),
  finished_at = clock_timestamp()
where run.id = any ($ids::integer[])
  and run.finished_at is null
  and not reporting.import_run_is_lost(run)
