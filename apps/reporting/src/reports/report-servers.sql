-- One row: whether the server is in recovery, and its cluster and database. A standby has its primary's system
-- identifier.
select
  pg_is_in_recovery() as "isInRecovery",
  format('%s/%s', system_identifier, current_database()) as identity
from pg_control_system()
