-- A row where the process of a run has nothing left to do, and had the time to end.
select
from reporting.import_run as run
where run.id = $id::integer
  and (run.finished_at < clock_timestamp() - interval '10 seconds' or reporting.import_run_is_lost(run))
