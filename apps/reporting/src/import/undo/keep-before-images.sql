-- name: add-piece
-- Adds a piece of the archive of rows as they were before an import.
insert into reporting.import_before (run_id, number, bytes)
values ($run::integer, $number::integer, $bytes::bytea)

-- name: drop-pieces
-- Deletes the pieces of the archive of a run.
delete from reporting.import_before
where run_id = $run::integer
