-- How many standings a member has: the total of a page of validations. Derived like the bitmaps; a missing row is counted
-- from the standings.
create table reporting.standing_count (
  company_id integer not null,
  member_id integer not null,
  recorded integer not null,

  constraint standing_count_pkey primary key (company_id, member_id),
  constraint standing_count_member_fkey foreign key (company_id, member_id)
    references reporting.member (company_id, id) on delete cascade on update no action
);

grant select on reporting.standing_count to reporting_reader;
alter table reporting.standing_count enable row level security;
create policy everybody on reporting.standing_count using (true) with check (true);
create policy one_organization on reporting.standing_count as restrictive for select to reporting_reader
  using (company_id = current_setting('reporting.company_id')::integer);

-- Who is reported on, read from the index alone.
create index affiliation_company_id_member_id_idx
  on reporting.affiliation (company_id, member_id, department_id, function);

-- The accounts of an organization: row-level security looks them up for every statement that names accounts.
create index member_company_id_account_id_idx on reporting.member (company_id, account_id);

-- What expires within a window, in its order, and who requires it.
create index competency_standing_company_id_expires_at_idx
  on reporting.competency_standing (company_id, expires_at, member_id, competency_id)
  include (status, is_validated)
  where expires_at is not null;

create index profile_assignment_company_id_member_id_idx
  on reporting.profile_assignment (company_id, member_id, department_id, profile_id, requires_compliance, is_primary);

create index ticket_company_id_expires_at_idx on reporting.ticket (company_id, expires_at)
  where expires_at is not null;

-- Who holds an achievement, read from the index alone.
create index ticket_company_id_achievement_id_idx
  on reporting.ticket (company_id, achievement_id, member_id, status, issued_at, expires_at);
drop index reporting.ticket_achievement_id_member_id_idx;
