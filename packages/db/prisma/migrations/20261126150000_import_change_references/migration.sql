-- Each row of an import would be checked against its run, whose row heartbeats update meanwhile. Runs are never deleted.
alter table reporting.import_change drop constraint import_change_run_id_fkey;
