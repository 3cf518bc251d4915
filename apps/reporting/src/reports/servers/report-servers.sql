-- name: server-identity
-- A standby has the system identifier and the databases of its primary.
select
  pg_is_in_recovery() as "isInRecovery",
  format('%s/%s', system_identifier, current_database()) as identity
from pg_control_system()
