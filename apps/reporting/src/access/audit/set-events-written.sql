-- Records up to which number events are written to the log.
update reporting.audit_sequence
set written = $written::bigint
