-- Adds a piece of the archive of rows as they were before an import.
insert into reporting.import_before (run_id, number, bytes)
values ($run::integer, $number::integer, $bytes::bytea)
