-- What an error of the record is undone to, with the transaction kept.
savepoint unrecorded
