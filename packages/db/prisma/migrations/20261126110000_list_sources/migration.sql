-- How organizations' own lists are read, and whom each of them has named.
create table reporting.list_source (
  id serial primary key,
  company_id integer not null references reporting.company (id) on delete restrict on update no action,
  name varchar(100) not null,
  definition jsonb not null,
  updated_at timestamptz(3) not null default now()
);

create unique index list_source_company_id_name_key on reporting.list_source (company_id, name);

create table reporting.list_source_member (
  source_id integer not null references reporting.list_source (id) on delete cascade on update no action,
  member_id integer not null references reporting.member (id) on delete cascade on update no action,
  has_left boolean not null,
  primary key (source_id, member_id)
);

create index list_source_member_member_id_idx on reporting.list_source_member (member_id);
