-- A profile requires achievements as it requires competencies.
create table reporting.profile_achievement (
  company_id integer not null,
  profile_id integer not null,
  achievement_id integer not null,

  constraint profile_achievement_pkey primary key (profile_id, achievement_id),
  constraint profile_achievement_profile_fkey foreign key (company_id, profile_id)
    references reporting.profile (company_id, id) on delete restrict on update no action,
  constraint profile_achievement_achievement_fkey foreign key (company_id, achievement_id)
    references reporting.achievement (company_id, id) on delete restrict on update no action
);

create index profile_achievement_achievement_id_idx on reporting.profile_achievement (achievement_id);

grant select on reporting.profile_achievement to reporting_reader;
alter table reporting.profile_achievement enable row level security;
create policy everybody on reporting.profile_achievement using (true) with check (true);
create policy one_organization on reporting.profile_achievement as restrictive for select to reporting_reader
  using (company_id = current_setting('reporting.company_id')::integer);
