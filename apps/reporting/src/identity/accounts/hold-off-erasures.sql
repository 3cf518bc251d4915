-- Waits for a running erasure and blocks others until the transaction ends. It does not start the transaction's
-- snapshot, which therefore sees the result of the erasure.
lock table reporting.erasure in row exclusive mode
