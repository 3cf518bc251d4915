-- A row per achievement required by a profile assigned to a member in a department, repeated for each such profile. The
-- condition selects profiles that require compliance, primary ones, or all.
create or replace function reporting.profile_requirement(organization integer, condition text)
  returns table (member_id integer, department_id integer, achievement_id integer)
  language sql stable parallel safe
begin atomic
  select assignment.member_id, assignment.department_id, profile_achievement.achievement_id
  from reporting.profile_assignment as assignment
  join reporting.profile_achievement using (profile_id)
  where assignment.company_id = organization
    and case condition
      when 'all' then true
      when 'compliance' then assignment.requires_compliance
      when 'primary' then assignment.is_primary
    end;
end;

-- A row per achievement required of a member in a department, with its status at an instant, or null without a ticket.
-- If a profile in the department requires it, the best of all the member's tickets counts. If only a required ticket
-- does, it is required in every department, and the best of the required tickets counts.
--
-- Example: Ada has an Expired required ticket and a Valid one that is not required. If a profile requires the
-- achievement, she is Valid; if only the ticket does, Expired.
create or replace function reporting.required_achievement(
  organization integer,
  department integer,
  functions reporting.affiliation_function[],
  condition text,
  members integer[],
  at timestamptz
) returns table (member_id integer, achievement_id integer, status reporting.ticket_status)
  language sql stable parallel safe
begin atomic
  with counted as (
    select affiliation.member_id
    from reporting.counted_affiliation(organization, functions) as affiliation
    where affiliation.department_id = department
      and (members is null or affiliation.member_id = any (members))
  ),
  part as (
    -- requirements of profiles in the department, and all tickets
    select
      requirement.member_id,
      requirement.achievement_id,
      true as is_of_profile,
      null::integer as rank,
      null::integer as required_rank
    from counted
    join reporting.profile_requirement(organization, condition) as requirement using (member_id)
    where requirement.department_id = department
    union all
    select
      ticket.member_id,
      ticket.achievement_id,
      false,
      now.rank,
      case when ticket.is_required then now.rank end
    from counted
    join reporting.ticket using (member_id)
    cross join lateral (
      select reporting.ticket_rank(
        reporting.ticket_status_at(ticket.status, ticket.issued_at, ticket.expires_at, at)
      ) as rank
    ) as now
    where ticket.company_id = organization
  )
  select
    part.member_id,
    part.achievement_id,
    reporting.ticket_status_of_rank(
      case when bool_or(part.is_of_profile) then min(part.rank) else min(part.required_rank) end
    )
  from part
  group by part.member_id, part.achievement_id
  having bool_or(part.is_of_profile) or count(part.required_rank) > 0;
end;
