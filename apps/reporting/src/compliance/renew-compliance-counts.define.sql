-- The counts to keep for members in departments of an organization at an instant, except members whose bitmaps are not
-- exact at that time. Null departments and members mean all.
create or replace function reporting.department_compliance_counts(
  organization integer,
  condition reporting.profile_condition,
  departments integer[],
  members integer[],
  at timestamptz
) returns setof reporting.compliance_count
  language sql stable
begin atomic
  with counted as materialized (
    select
      department_id,
      member_id,
      array_agg(required order by measurement) as required,
      array_agg(satisfied order by measurement) as satisfied
    from reporting.compliance(organization, null, condition::text, departments, members, null, at)
    group by department_id, member_id
  ),
  exact as materialized (
    -- each member's period from the last included event to the next one; lateral, to read little for few members
    select member.id as member_id, stretch.valid_from, stretch.valid_until
    from reporting.member
    cross join lateral (
      select
        coalesce(max(event.valid_from), '-infinity') as valid_from,
        coalesce(min(event.valid_until), 'infinity') as valid_until
      from (
        select bitmap.valid_from, bitmap.valid_until
        from reporting.standing_bitmap as bitmap
        where bitmap.member_id = member.id
          and bitmap.company_id = organization
        union all
        select
          case when instant.change <= at then instant.change else '-infinity' end,
          case when instant.change > at then instant.change else 'infinity' end
        from reporting.ticket
        cross join lateral (values (ticket.issued_at), (ticket.expires_at)) as instant (change)
        where ticket.member_id = member.id
          and ticket.company_id = organization
          and instant.change is not null
      ) as event
    ) as stretch
    where member.company_id = organization
      and (members is null or member.id = any (members))
      and (departments is null or member.id in (
        select affiliation.member_id
        from reporting.affiliation
        where affiliation.department_id = any (departments)
      ))
  )
  select
    organization,
    counted.department_id,
    counted.member_id,
    condition,
    (select reporting.profile_structure_version(organization)),
    exact.valid_from,
    exact.valid_until,
    counted.required,
    counted.satisfied
  from counted
  join exact using (member_id)
  where exact.valid_from <= at
    and at < exact.valid_until;
end;

-- A row per member and department of an organization without current counts. Null departments means all.
create or replace function reporting.uncounted_affiliation(organization integer, departments integer[], at timestamptz)
  returns table (department_id integer, member_id integer)
  language sql stable
begin atomic
  -- Without a join, which is slow after an import: until the counts are analyzed, the planner expects few.
  select department_id, member_id
  from (
    select department_id, member_id, null as kept
    from reporting.counted_affiliation(organization)
    union all
    select department_id, member_id, profile_condition
    from reporting.compliance_count
    where company_id = organization
      -- in a subquery, so that it is not read for every row
      and structure = (select reporting.profile_structure_version(organization))
      and valid_from <= at
      and valid_until > at
  ) as affiliation
  where departments is null or department_id = any (departments)
  group by department_id, member_id
  having bool_or(kept is null)
    and count(kept) < (select cardinality(enum_range(null::reporting.profile_condition)));
end;

-- Updates the counts of departments of an organization at an instant, and returns the number of members. Skips locked
-- members.
create or replace function reporting.renew_compliance_counts(
  organization integer,
  departments integer[],
  at timestamptz
) returns integer
  language plpgsql
  -- a generic plan, used from the sixth call on, would read all departments and members
  set plan_cache_mode = force_custom_plan
as $$
declare
  members integer[];
begin
  select array_agg(locked.id) into members
  from (
    select member.id
    from reporting.member
    where member.id in (select member_id from reporting.uncounted_affiliation(organization, departments, at))
    order by member.id
    for no key update skip locked
  ) as locked;
  if members is null then
    return 0;
  end if;
  insert into reporting.compliance_count as kept
  select counted.*
  from unnest(enum_range(null::reporting.profile_condition)) as condition
  cross join lateral reporting.department_compliance_counts(
    organization,
    condition,
    departments,
    -- members in a list are looked up one by one
    case when cardinality(members) <= 100 then members end,
    at
  ) as counted
  where counted.member_id in (select unnest(members))
  on conflict (company_id, profile_condition, department_id, member_id) do update set
    structure = excluded.structure,
    valid_from = excluded.valid_from,
    valid_until = excluded.valid_until,
    required = excluded.required,
    satisfied = excluded.satisfied;
  return cardinality(members);
end
$$;

-- A row per member and department whose current counts differ from what would be kept.
create or replace function reporting.compliance_count_differences(at timestamptz)
  returns table (department_id integer, member_id integer)
  language sql stable
begin atomic
  with counted as materialized (
    select counts.*
    from reporting.company
    cross join unnest(enum_range(null::reporting.profile_condition)) as condition
    cross join lateral reporting.department_compliance_counts(company.id, condition, null, null, at) as counts
    where exists (select from reporting.compliance_count where company_id = company.id)
  )
  select kept.department_id, kept.member_id
  from reporting.compliance_count as kept
  join counted using (company_id, profile_condition, department_id, member_id)
  where kept.structure = counted.structure
    and kept.valid_from <= at
    and kept.valid_until > at
    and (kept.valid_from, kept.valid_until, kept.required, kept.satisfied)
      is distinct from (counted.valid_from, counted.valid_until, counted.required, counted.satisfied);
end;
