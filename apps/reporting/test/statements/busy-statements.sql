-- The row: how many backends of this database are at work for reports.
select count(*) as count
from pg_stat_activity
where datname = current_database()
  and application_name = 'reporting reports'
  and state <> 'idle'
