-- A row if the run ended ten seconds ago or more, or is lost: its process can be killed.
select
from reporting.import_run as run
where run.id = $id::integer
  and (run.finished_at < clock_timestamp() - interval '10 seconds' or reporting.import_run_is_lost(run))
