-- The function of an earlier release takes the row of reporting.import_run, whose columns cannot be altered as long as it
-- exists. Replicas of that release call the new one by the same name.
create or replace function reporting.import_run_is_lost(run record) returns boolean
  language plpgsql stable
as $$
begin
  return run.finished_at is null and run.alive_at < clock_timestamp() - interval '30 seconds';
end
$$;

drop function if exists reporting.import_run_is_lost(reporting.import_run);
