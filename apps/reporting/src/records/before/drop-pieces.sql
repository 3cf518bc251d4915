delete from reporting.import_before
where run_id = $run::integer
