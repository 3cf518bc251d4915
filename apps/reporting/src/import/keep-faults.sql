-- Adds faults of a run with the text of their lines.
insert into reporting.import_fault (run_id, number, file, line, column_name, value, expected, remedy, row_text)
select $runId::integer, number, file, line, column_name, value, expected, remedy, row_text
from jsonb_populate_recordset(null::reporting.import_fault, $faults::jsonb)
