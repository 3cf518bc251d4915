-- No row: achievements are locked, so that a list of them waits until this transaction ends.
lock table reporting.achievement
in access exclusive mode
