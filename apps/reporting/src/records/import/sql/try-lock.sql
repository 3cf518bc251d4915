-- One row: whether this is now the only import. The lock is the transaction's: it ends with it, however.
select pg_try_advisory_xact_lock(72707370) as is_locked
