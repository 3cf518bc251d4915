-- name: create-touched
-- The rows that an import may change as they were before; null for rows that it inserts.
create temp table touched (file text, key text[], before jsonb) on commit drop

-- name: analyze-touched
analyze touched

-- name: add-changes
-- Stores changes that a dry run would make.
insert into reporting.import_change (run_id, number, columns, file, key, person, before, after)
select $run::integer, number, columns, file, key, person, before, after
from jsonb_populate_recordset(null::reporting.import_change, $changes::jsonb)
