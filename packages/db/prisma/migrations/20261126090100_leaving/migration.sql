-- Whether a record keeper withdrew the access: record keepers return it, too. A trigger keeps it.
alter table reporting.member add column left_by_keeper boolean not null default false;
