-- Undoes a record that failed; the mail stays locked.
rollback to savepoint unrecorded
