-- A row while the run may go on: nobody has cancelled it, and its process was not taken for dead.
update reporting.import_run as run
set
  alive_at = clock_timestamp(),
  status = coalesce($status::reporting.import_status, run.status),
  progress = greatest(run.progress, $progress::real)
where run.id = $id::integer
  and run.finished_at is null
  and not reporting.import_run_is_lost(run)
returning run.id
