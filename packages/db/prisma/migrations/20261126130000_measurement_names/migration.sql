-- What organizations call the measurements.
create table reporting.measurement_name (
  company_id integer not null references reporting.company (id) on delete cascade on update no action,
  key smallint not null check (key between 1 and 12),
  name varchar(100) not null,
  primary key (company_id, key)
);
