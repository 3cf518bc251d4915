-- When an organization's people are reminded of what expires, and what they were reminded of.
create table reporting.reminder_settings (
  company_id integer primary key
    references reporting.company (id) on delete cascade on update no action,
  is_enabled boolean not null,
  days_before integer[] not null,
  after_expiry integer,
  required_only boolean not null,
  to_member boolean not null,
  to_departments reporting.affiliation_function[] not null,
  -- wall-clock time of the zone
  at text not null,
  time_zone text not null,
  -- 1 is Monday
  weekdays integer[] not null,
  -- null while reminders are off
  next_at timestamptz(3),
  -- in the zone
  last_date date,

  constraint reminder_settings_next_at_check check (is_enabled = (next_at is not null))
);

create index reminder_settings_next_at_idx on reporting.reminder_settings (next_at);

-- The stages of what expires that somebody was reminded of: each once. What is renewed expires at another time.
create table reporting.reminder (
  company_id integer not null,
  member_id integer not null,
  kind text not null,
  -- the achievement or the competency
  item_id integer not null,
  expires_at timestamptz(3) not null,
  -- days before, or as a negative number after
  stage integer not null,

  constraint reminder_pkey primary key (member_id, kind, item_id, expires_at, stage),
  constraint reminder_kind_check check (kind in ('achievement', 'competency')),
  constraint reminder_member_fkey foreign key (company_id, member_id)
    references reporting.member (company_id, id) on delete cascade on update no action
);

create index reminder_company_id_expires_at_idx on reporting.reminder (company_id, expires_at);

-- A preview reads as reporting_reader: the rows of one organization.
grant select (disabled_at) on reporting.account to reporting_reader;

do $$
declare
  owned text;
begin
  foreach owned in array array['reminder', 'unsubscription'] loop
    execute format('grant select on reporting.%I to reporting_reader', owned);
    execute format('alter table reporting.%I enable row level security', owned);
    execute format('create policy everybody on reporting.%I using (true) with check (true)', owned);
    execute format(
      'create policy one_organization on reporting.%I as restrictive for select to reporting_reader '
      'using (company_id = current_setting(''reporting.company_id'')::integer)', owned);
  end loop;
end
$$;
