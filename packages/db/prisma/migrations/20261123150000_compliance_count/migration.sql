-- What is required of a member in a department by each measurement, and satisfied: what the overview adds up. Derived from
-- standings, tickets, assignments and profiles; a row that is missing or not current is counted from them.
create table reporting.compliance_count (
  company_id integer not null,
  department_id integer not null,
  member_id integer not null,
  profile_condition reporting.profile_condition not null,
  -- the version of the organization's profiles that it was counted by
  structure bigint not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  -- by measurement
  required integer[] not null,
  satisfied integer[] not null,

  constraint compliance_count_pkey primary key (company_id, profile_condition, department_id, member_id)
);

create index compliance_count_member_id_idx on reporting.compliance_count (member_id);

-- How often what the profiles of an organization require has changed; no row: never.
create table reporting.profile_structure (
  company_id integer not null,
  version bigint not null,

  constraint profile_structure_pkey primary key (company_id),
  constraint profile_structure_company_id_fkey foreign key (company_id)
    references reporting.company (id) on delete cascade on update no action
);

grant select on reporting.compliance_count, reporting.profile_structure to reporting_reader;
alter table reporting.compliance_count enable row level security;
create policy everybody on reporting.compliance_count using (true) with check (true);
create policy one_organization on reporting.compliance_count as restrictive for select to reporting_reader
  using (company_id = current_setting('reporting.company_id')::integer);
alter table reporting.profile_structure enable row level security;
create policy everybody on reporting.profile_structure using (true) with check (true);
create policy one_organization on reporting.profile_structure as restrictive for select to reporting_reader
  using (company_id = current_setting('reporting.company_id')::integer);
