-- What is required of members in some departments, and held by them, for reports in which a member of several is one
-- row: required is what is required in any of the departments, and satisfied what is so in all of those. The
-- departments are those in which a member has one of the functions; null are all, and the functions counted by
-- default.

-- A row: a member who is counted in some of the departments, with these.
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

-- A row: a competency of a member's profiles, in whatever department, and whether one that requires compliance is
-- assigned in some of the departments; of these alone with `required_only`.
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

-- A row: an achievement that is required of a member in some of the departments, or that the member has a ticket for,
-- by the ticket that counts at an instant. It is the best of all where a profile requires the achievement in each of
-- the departments, else the best of the required ones, which is no better; status null is no ticket. Only what is
-- required with `required_only`.
--
-- Example: Ada has an Expired required ticket and a Valid one that is not required, and a profile in North requires the
-- achievement: Valid of North, Expired of South, and Expired of both together.
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
  ticket as (
    -- every ticket, with its status now
    select
      member.member_id,
      held.achievement_id,
      held.is_required,
      held.uuid,
      held.issued_at,
      held.expires_at,
      now.status,
      cardinality(member.departments) as departments
    from member
    join reporting.ticket as held using (member_id)
    cross join lateral (
      select reporting.ticket_status_at(held.status, held.issued_at, held.expires_at, at) as status
    ) as now
    where held.company_id = organization
  ),
  part as (
    -- what profiles require here, and the tickets; the best of all is first, and so is the best of the required ones
    select
      assignment.member_id,
      need.achievement_id,
      assignment.department_id as requires_in,
      false as is_required,
      cardinality(member.departments) as departments,
      null::reporting.ticket_status as status,
      null::timestamptz as issued_at,
      null::timestamptz as expires_at,
      null::bigint as place,
      null::bigint as place_of_required
    from member
    join reporting.profile_assignment as assignment using (member_id)
    join reporting.profile_achievement as need using (profile_id)
    where assignment.company_id = organization
      and assignment.requires_compliance
      and assignment.department_id = any (member.departments)
    union all
    select
      ticket.member_id,
      ticket.achievement_id,
      null,
      ticket.is_required,
      ticket.departments,
      ticket.status,
      ticket.issued_at,
      ticket.expires_at,
      row_number() over (
        partition by ticket.member_id, ticket.achievement_id
        order by
          reporting.ticket_rank(ticket.status), ticket.expires_at desc nulls first,
          ticket.issued_at desc nulls last, ticket.uuid
      ),
      row_number() over (
        partition by ticket.member_id, ticket.achievement_id
        order by
          ticket.is_required desc, reporting.ticket_rank(ticket.status), ticket.expires_at desc nulls first,
          ticket.issued_at desc nulls last, ticket.uuid
      )
    from ticket
  ),
  judged as (
    select
      part.member_id,
      part.achievement_id,
      count(part.requires_in) > 0 or bool_or(part.is_required) as is_required,
      bool_or(part.is_required) and count(distinct part.requires_in) < max(part.departments) as is_by_required,
      max(part.status) filter (where part.place = 1) as status,
      max(part.issued_at) filter (where part.place = 1) as issued_at,
      max(part.expires_at) filter (where part.place = 1) as expires_at,
      max(part.status) filter (where part.place_of_required = 1) as required_status,
      max(part.issued_at) filter (where part.place_of_required = 1) as required_issued_at,
      max(part.expires_at) filter (where part.place_of_required = 1) as required_expires_at
    from part
    group by part.member_id, part.achievement_id
  )
  select
    judged.member_id,
    judged.achievement_id,
    judged.is_required,
    case when judged.is_by_required then judged.required_status else judged.status end,
    case when judged.is_by_required then judged.required_issued_at else judged.issued_at end,
    case when judged.is_by_required then judged.required_expires_at else judged.expires_at end
  from judged
  where judged.is_required
    or not required_only;
end;
