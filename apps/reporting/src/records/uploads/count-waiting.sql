select count(*)::int as waiting
from reporting.import_run as run
where run.status = 'waiting'
  and not reporting.import_run_is_lost(run)
