-- The second lock behind the WHERE clause of every report: reports run as reporting_reader, who sees the
-- rows of one organization, the one in the transaction's own setting reporting.company_id, and nothing at
-- all where that is not set. Secrets, sessions, passwords and the audit are not granted to it.
--
-- Owners pass by the policies (they are not forced, so that the owner's pg_dump needs no option): a service
-- becomes reporting_reader for each report, whoever it connects as.
--
-- A role belongs to the whole server: several databases share it, and their migrations may meet.

do $$
begin
  if not exists (select from pg_roles where rolname = 'reporting_reader') then
    create role reporting_reader nologin nosuperuser nobypassrls;
  end if;
exception
  when duplicate_object or unique_violation then
    null;
  when insufficient_privilege then
    raise exception 'The database user may not create roles. Let an administrator run: '
      'create role reporting_reader nologin; grant reporting_reader to %;', quote_ident(current_user);
end
$$;

-- Superusers may become any role. From PostgreSQL 16 on, who creates a role may grant it, but may not yet
-- become it.
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant reporting_reader to %I', current_user);
  end if;
exception
  when insufficient_privilege then
    if not pg_has_role(current_user, 'reporting_reader', 'member') then
      raise exception 'The database user must be able to become reporting_reader. Let an administrator '
        'run: grant reporting_reader to %;', quote_ident(current_user);
    end if;
end
$$;

grant usage on schema reporting to reporting_reader;

do $$
declare
  owned text;
begin
  foreach owned in array array[
    'member', 'department', 'affiliation', 'profile', 'profile_assignment', 'competency',
    'profile_competency', 'competency_standing', 'achievement', 'ticket', 'compliance_snapshot',
    'monthly_statistic'
  ] loop
    execute format('grant select on reporting.%I to reporting_reader', owned);
    execute format('alter table reporting.%I enable row level security', owned);
    -- users who are neither the owner nor the reader go on by what they are granted
    execute format('create policy everybody on reporting.%I using (true) with check (true)', owned);
    execute format(
      'create policy one_organization on reporting.%I as restrictive for select to reporting_reader '
      'using (company_id = current_setting(''reporting.company_id'')::integer)', owned);
  end loop;
end
$$;

grant select on reporting.company to reporting_reader;
alter table reporting.company enable row level security;
create policy everybody on reporting.company using (true) with check (true);
create policy one_organization on reporting.company as restrictive for select to reporting_reader
  using (id = current_setting('reporting.company_id')::integer);

-- names and addresses of the organization's members, and no password
grant select (id, uuid, email, name, name_folded) on reporting.account to reporting_reader;
alter table reporting.account enable row level security;
create policy everybody on reporting.account using (true) with check (true);
create policy one_organization on reporting.account as restrictive for select to reporting_reader
  using (
    id in (
      select account_id
      from reporting.member
      where company_id = current_setting('reporting.company_id')::integer
    )
  );
