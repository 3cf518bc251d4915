-- Ends the runs whose process is gone.
update reporting.import_run as run
set status = 'interrupted', finished_at = clock_timestamp()
where run.finished_at is null
  and reporting.import_run_is_lost(run)
