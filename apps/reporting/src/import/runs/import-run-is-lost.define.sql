-- Whether the process that has a run has sent no heartbeat for half a minute: it counts as dead from then on,
-- and the run as interrupted, whatever the process still does.
create or replace function reporting.import_run_is_lost(run reporting.import_run) returns boolean
language sql
stable
return run.finished_at is null and run.alive_at < clock_timestamp() - interval '30 seconds';
