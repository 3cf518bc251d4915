-- Whether an import or a record keeper wrote a record; imports leave what a person wrote as it is.
create type reporting.record_source as enum ('import', 'hand');

alter table reporting.ticket
  add column certificate_number varchar(100),
  add column note varchar(500),
  add column source reporting.record_source not null default 'import';

alter table reporting.competency_standing
  add column source reporting.record_source not null default 'import';

-- What was withdrawn by hand: a ticket, or the standing of a member to a competency. Imports do not bring it back.
create table reporting.withdrawn_record (
  member_uuid uuid not null,
  record_uuid uuid not null,
  withdrawn_at timestamptz(3) not null default now(),
  primary key (member_uuid, record_uuid)
);
