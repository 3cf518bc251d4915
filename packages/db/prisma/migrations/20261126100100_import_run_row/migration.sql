-- A function that takes the row of a table keeps others from adding columns with a default to it. Replicas of the
-- release before call the new one by the same name.
create or replace function reporting.import_run_is_lost(run record) returns boolean
  language plpgsql stable
as $$
begin
  return run.finished_at is null and run.alive_at < clock_timestamp() - interval '30 seconds';
end
$$;

drop function if exists reporting.import_run_is_lost(reporting.import_run);
