-- Deletes the pieces of the archive of a run.
delete from reporting.import_before
where run_id = $run::integer
