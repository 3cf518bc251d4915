-- Whether the process of a run has sent no heartbeat for 30 seconds. The run then counts as interrupted, whatever the
-- process still does. The parameter is not of the table's row type, because such a function would prevent migrations
-- from adding columns with a default.
create or replace function reporting.import_run_is_lost(run record) returns boolean
  language plpgsql stable
as $$
begin
  return run.finished_at is null and run.alive_at < clock_timestamp() - interval '30 seconds';
end
$$;
