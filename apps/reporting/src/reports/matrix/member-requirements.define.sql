-- Requirements and records of members in several departments, for reports with one row per member: an item is required
-- if any of the departments requires it, and satisfied if it is satisfied in all of these. Departments count if the
-- member has one of `functions` there. Null departments means all, null functions the default ones.

-- A row per member counted in any of the departments, with these departments.
create or replace function reporting.counted_member(
  organization integer,
  departments integer[],
  functions reporting.affiliation_function[],
  members integer[]
) returns table (member_id integer, departments integer[])
  language sql stable parallel safe
begin atomic
  select counted.member_id, array_agg(counted.department_id)
  from reporting.counted_affiliation(organization, functions) as counted
  where (counted_member.departments is null or counted.department_id = any (counted_member.departments))
    and (members is null or counted.member_id = any (members))
  group by counted.member_id;
end;

-- A row per competency in a member's profiles, in any department, with whether a profile that requires compliance and
-- is assigned in one of the departments requires it. With `required_only`, only those.
create or replace function reporting.member_competency(
  organization integer,
  departments integer[],
  functions reporting.affiliation_function[],
  members integer[],
  required_only boolean
) returns table (member_id integer, competency_id integer, is_required boolean)
  language sql stable parallel safe
begin atomic
  select assignment.member_id, need.competency_id, bool_or(here.requires)
  from reporting.counted_member(organization, departments, functions, members) as member
  join reporting.profile_assignment as assignment using (member_id)
  cross join lateral (
    select assignment.requires_compliance and assignment.department_id = any (member.departments) as requires
  ) as here
  join reporting.profile_competency as need using (profile_id)
  where assignment.company_id = organization
    and (here.requires or not required_only)
  group by assignment.member_id, need.competency_id;
end;

-- A row per achievement that is required of a member in any of the departments, or that the member has a ticket for,
-- with the ticket that counts at an instant, or a null status without a ticket. If profiles require the achievement
-- in each of the departments, the best of all tickets counts, otherwise the best of the required ones, if any. With
-- `required_only`, only required achievements.
--
-- Example: Ada has an Expired required ticket and a Valid one that is not required, and a profile in North requires the
-- achievement. She is Valid in North, Expired in South, and Expired in both together.
create or replace function reporting.member_achievement(
  organization integer,
  departments integer[],
  functions reporting.affiliation_function[],
  members integer[],
  required_only boolean,
  at timestamptz
) returns table (
  member_id integer,
  achievement_id integer,
  is_required boolean,
  status reporting.ticket_status,
  issued_at timestamptz,
  expires_at timestamptz
)
  language sql stable parallel safe
begin atomic
  with member as materialized (
    select * from reporting.counted_member(organization, departments, functions, members)
  ),
  judged as (
    -- achievements in profiles and tickets, with whether only required tickets count
    select
      part.member_id,
      part.achievement_id,
      bool_or(part.requires_in is not null or part.is_required) as is_required,
      bool_or(part.is_required) and count(distinct part.requires_in) < max(part.departments) as is_by_required
    from (
      select
        assignment.member_id,
        need.achievement_id,
        assignment.department_id as requires_in,
        false as is_required,
        cardinality(member.departments) as departments
      from member
      join reporting.profile_assignment as assignment using (member_id)
      join reporting.profile_achievement as need using (profile_id)
      where assignment.company_id = organization
        and assignment.requires_compliance
        and assignment.department_id = any (member.departments)
      union all
      select member.member_id, ticket.achievement_id, null, ticket.is_required, cardinality(member.departments)
      from member
      join reporting.ticket using (member_id)
      where ticket.company_id = organization
    ) as part
    group by part.member_id, part.achievement_id
  )
  select distinct on (judged.member_id, judged.achievement_id)
    judged.member_id,
    judged.achievement_id,
    judged.is_required,
    now.status,
    ticket.issued_at,
    ticket.expires_at
  from judged
  left join reporting.ticket
    on ticket.company_id = organization
    and ticket.member_id = judged.member_id
    and ticket.achievement_id = judged.achievement_id
    and (ticket.is_required or not judged.is_by_required)
  cross join lateral (
    select reporting.ticket_status_at(ticket.status, ticket.issued_at, ticket.expires_at, at) as status
  ) as now
  where judged.is_required
    or not required_only
  order by
    judged.member_id,
    judged.achievement_id,
    reporting.ticket_rank(now.status),
    ticket.expires_at desc nulls first,
    ticket.issued_at desc nulls last,
    ticket.uuid;
end;
