insert into reporting.import_before (run_id, number, bytes)
values ($run::integer, $number::integer, $bytes::bytea)
