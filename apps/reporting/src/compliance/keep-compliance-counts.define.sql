-- Keeps counts per member and department, which the overview sums. Writing the underlying data deletes the counts of
-- the members concerned or increments the version of the organization's profiles; reporting.renew_compliance_counts
-- restores them. Reports count members themselves if their counts are missing, outdated or of a different version.

-- Deletes the counts of members whose rows a statement wrote. Locks the members, so that a concurrent renewal has
-- either finished or sees the rows.
create or replace function reporting.delete_compliance_counts() returns trigger
  language plpgsql
  -- writing tickets does not require privileges on the counts
  security definer set search_path = pg_catalog, pg_temp
as $$
declare
  members integer[];
begin
  if tg_op = 'TRUNCATE' then
    delete from reporting.compliance_count;
    return null;
  elsif tg_op = 'UPDATE' then
    select array_agg(member_id) into members
    from (select member_id from written union select member_id from replaced) as changed;
  else
    select array_agg(member_id) into members from (select distinct member_id from written) as changed;
  end if;
  if members is not null then
    perform from reporting.member where id = any (members) order by id for no key update;
    delete from reporting.compliance_count where member_id = any (members);
  end if;
  return null;
end
$$;

-- Increments the versions of organizations whose profiles a statement wrote.
create or replace function reporting.change_profile_structure() returns trigger
  language plpgsql
  security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from reporting.compliance_count;
  else
    insert into reporting.profile_structure as structure (company_id, version)
    select distinct company_id, 1 from written order by company_id
    on conflict (company_id) do update set version = structure.version + 1;
  end if;
  return null;
end
$$;

-- Returns the version of an organization's profiles.
create or replace function reporting.profile_structure_version(organization integer) returns bigint
  language sql stable parallel safe
return coalesce((select version from reporting.profile_structure where company_id = organization), 0);
