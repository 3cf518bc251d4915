-- No row. Locks the tables that reports read, so that each report waits until this transaction ends.
lock table reporting.affiliation, reporting.ticket, reporting.competency_standing
in access exclusive mode
