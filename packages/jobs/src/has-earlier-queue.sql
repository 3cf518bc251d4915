-- One row: whether the previous release has made its queue in this database.
select to_regclass('reporting_jobs.job') is not null as "hasQueue"
