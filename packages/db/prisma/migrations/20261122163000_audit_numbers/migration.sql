-- Audit events get a number after their commit, so that whoever reads on from a number misses none.
alter table reporting.audit_event
  add column number bigint;

create unique index audit_event_number_key on reporting.audit_event (number);

-- those that are still to be numbered
create index audit_event_unnumbered_idx on reporting.audit_event (id) where number is null;

-- One row: the last number that was given, and the last that was written to the log.
create table reporting.audit_sequence (
  id boolean not null default true,
  numbered bigint not null default 0,
  written bigint not null default 0,

  constraint audit_sequence_pkey primary key (id),
  constraint audit_sequence_is_one check (id)
);
