-- One row: whether nobody else takes snapshots. The lock is the transaction's: it ends with it, however.
select pg_try_advisory_xact_lock(72707371) as "isLocked"
