-- One row: whether the previous release's queue exists in this database.
select to_regclass('reporting_jobs.job') is not null as "hasQueue"
