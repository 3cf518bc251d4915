-- How far a standby has replayed WAL, and how long ago the last transaction that it has was committed.
select
  pg_is_in_recovery() as "isInRecovery",
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as "position",
  extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as "secondsSinceCommit"
