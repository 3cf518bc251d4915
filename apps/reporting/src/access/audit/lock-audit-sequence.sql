-- One row: how far events are numbered and written, locked until the transaction ends.
insert into reporting.audit_sequence as sequence default values
on conflict (id) do update set numbered = sequence.numbered
returning numbered, written
