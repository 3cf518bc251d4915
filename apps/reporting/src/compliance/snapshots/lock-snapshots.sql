-- Waits for a snapshot that is taken, and holds off others until the transaction ends; rows are written and read
-- meanwhile. It takes no snapshot of the database: what is read afterwards includes what the other one wrote.
lock table reporting.compliance_snapshot in share update exclusive mode
