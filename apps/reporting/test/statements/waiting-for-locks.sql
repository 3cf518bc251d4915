-- One row: how many connections to this database wait for a lock.
select count(*)::integer as "count"
from pg_stat_activity
where datname = current_database()
  and wait_event_type = 'Lock'
