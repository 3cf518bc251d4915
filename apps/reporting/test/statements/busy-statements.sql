-- One row: the number of report connections to this database that are not idle.
select count(*) as count
from pg_stat_activity
where datname = current_database()
  and application_name = 'reporting reports'
  and state <> 'idle'
