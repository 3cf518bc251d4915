-- Waits for an erasure that runs, and holds off others until the transaction ends. It takes no snapshot: a transaction
-- that reads one snapshot reads what the erasure left.
lock table reporting.erasure in row exclusive mode
