-- Who keeps the records of an organization: imports and exports them, and is no operator of all.
alter table reporting.member add column keeps_records boolean not null default false;

-- Whether a record keeper started the import: it waits only while they are one.
alter table reporting.import_run add column by_keeper boolean not null default false;
