-- A row per affiliation that reports count: its function is one of `functions`, by default any but Employee, and its
-- member has access.
create or replace function reporting.counted_affiliation(
  organization integer,
  functions reporting.affiliation_function[] default null
) returns table (
  member_id integer,
  department_id integer,
  function reporting.affiliation_function
)
  language sql stable parallel safe
begin atomic
  select affiliation.member_id, affiliation.department_id, affiliation.function
  from reporting.affiliation
  join reporting.member on member.id = affiliation.member_id
  where affiliation.company_id = organization
    -- also on the member; otherwise row-level security reads its setting for each member
    and member.company_id = organization
    and affiliation.function = any (
      coalesce(functions, '{Department,Organization,Administration}')
    )
    and member.has_access;
end;

-- One row: the names of the departments in which a member's affiliations count, separated by '; ' and limited to
-- `shown` unless that is null; null if there are none.
create or replace function reporting.counted_department_names(
  organization integer,
  shown integer[],
  of_member integer
) returns table (names text)
  language sql stable parallel safe
begin atomic
  select string_agg(department.name, '; ' order by department.name_folded, department.uuid)
  from reporting.counted_affiliation(organization) as counted
  join reporting.department on department.id = counted.department_id
  where counted.member_id = of_member
    and (shown is null or counted.department_id = any (shown));
end;

-- Only for the previous release.
create or replace function reporting.counted_department_names(
  organization integer,
  of_member integer
) returns table (names text)
  language sql stable parallel safe
begin atomic
  select names from reporting.counted_department_names(organization, null, of_member);
end;
