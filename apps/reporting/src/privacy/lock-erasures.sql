-- Waits for imports and snapshots that run, which could write again what is erased; those that begin wait for the
-- transaction (hold-off-erasures.sql). One erasure runs at a time.
lock table reporting.erasure in share row exclusive mode
