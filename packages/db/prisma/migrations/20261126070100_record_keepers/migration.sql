-- Who keeps the records of an organization: imports and exports them, and is no operator of all.
alter table reporting.member add column keeps_records boolean not null default false;

-- Whether a record keeper started the import: it waits only while they are one. In steps: a function of the previous
-- release takes the row of the table, to which then no column with a default can be added at once.
alter table reporting.import_run add column by_keeper boolean;
update reporting.import_run set by_keeper = false;
alter table reporting.import_run
  alter column by_keeper set default false,
  alter column by_keeper set not null;
