-- Whether the process that has a run has sent no heartbeat for half a minute: it counts as dead from then on,
-- and the run as interrupted, whatever the process still does. A function of the table's own row type would keep
-- migrations from adding columns with a default.
create or replace function reporting.import_run_is_lost(run record) returns boolean
  language plpgsql stable
as $$
begin
  return run.finished_at is null and run.alive_at < clock_timestamp() - interval '30 seconds';
end
$$;
