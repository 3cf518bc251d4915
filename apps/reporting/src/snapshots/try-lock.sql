-- One row: whether nobody else takes snapshots. The lock is the transaction's: it ends with it, however. That
-- one idles while the snapshots are taken, which a server's own limit must not end.
select
  pg_try_advisory_xact_lock(72707371) as "isLocked",
  set_config('idle_in_transaction_session_timeout', '0', true) as "idleTimeout"
