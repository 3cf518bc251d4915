-- No row. Locks the achievements, so that lists of them wait until this transaction ends.
lock table reporting.achievement
in access exclusive mode
