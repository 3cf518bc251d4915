-- name: list-faults
-- The faults of a run, in the order of the files and lines.
select
  fault.file,
  fault.line,
  fault.column_name as "column",
  fault.value,
  fault.expected,
  fault.remedy,
  fault.row_text as "row"
from reporting.import_fault as fault
join reporting.import_run as run on run.id = fault.run_id
where run.uuid = $id::uuid
order by fault.number
