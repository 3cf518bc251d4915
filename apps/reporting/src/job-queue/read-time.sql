-- One row: the time of the database, which all replicas share.
select now() as now
