-- Bytes of WAL that the primary has written for good: standbys can have them.
select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as "position"
