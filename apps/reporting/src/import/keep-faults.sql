-- Adds faults of a run with the text of their lines.
insert into reporting.import_fault (
  run_id, number, file, line, column_name, value, expected, remedy, row_text
)
select
  $runId::integer, number, file, line, "column", value, expected, remedy, "rowText"
from jsonb_to_recordset($faults::jsonb) as fault (
  number integer,
  file text,
  line integer,
  "column" text,
  value text,
  expected text,
  remedy text,
  "rowText" text
)
