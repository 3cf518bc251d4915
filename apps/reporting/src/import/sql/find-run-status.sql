-- One row: the status of a run.
select status
from reporting.import_run
where id = $id::integer
