-- No row: what the reports rest on is locked, so that each of them waits until this transaction ends.
lock table reporting.affiliation, reporting.ticket, reporting.competency_standing
in access exclusive mode
