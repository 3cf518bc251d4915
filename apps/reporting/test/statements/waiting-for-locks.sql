-- One row: the number of connections to this database that are waiting for a lock.
select count(*)::integer as "count"
from pg_stat_activity
where datname = current_database()
  and wait_event_type = 'Lock'
