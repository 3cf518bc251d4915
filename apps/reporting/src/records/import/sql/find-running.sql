-- A row: the import that runs, by the name that it gave its connection, and since when.
select activity.application_name as name, activity.pid, activity.xact_start as since
from pg_locks
join pg_stat_activity as activity using (pid)
where pg_locks.locktype = 'advisory'
  and pg_locks.database = (select oid from pg_database where datname = current_database())
  and pg_locks.objid = 72707370
  and pg_locks.granted
