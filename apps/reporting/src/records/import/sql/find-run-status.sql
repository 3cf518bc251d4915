select status
from reporting.import_run
where id = $id::integer
