-- The compliance summary of an organization, written in the obvious way: one statement on the base tables, with a row
-- for every competency that a member needs.
with counted as (
  select affiliation.member_id, affiliation.department_id
  from reporting.affiliation
  join reporting.member on member.id = affiliation.member_id
  where affiliation.company_id = $organization
    and affiliation.function in ('Department', 'Organization', 'Administration')
    and member.has_access
),
needed as (
  select distinct
    assignment.member_id,
    assignment.department_id,
    competency.id as competency_id,
    case competency.criticality when 'Critical' then 3 else 4 end as measurement
  from reporting.profile_assignment as assignment
  join reporting.profile_competency using (profile_id)
  join reporting.competency on competency.id = profile_competency.competency_id
  where assignment.company_id = $organization
    and assignment.requires_compliance
),
competencies as (
  select
    needed.member_id,
    needed.department_id,
    needed.measurement,
    count(*) as required,
    count(*) filter (where now.status = 'Validated' or now.status = 'Not Applicable' and standing.is_validated)
      as satisfied,
    count(*) filter (where now.status = 'Expired') as expired,
    count(*) filter (where now.status is null or now.status = 'Not Completed') as not_completed,
    count(*) filter (where now.status = 'Not Applicable') as not_applicable,
    count(*) filter (where now.status = 'Needs Training') as needs_training,
    count(*) filter (where now.status = 'Self-Assessed') as self_assessed,
    count(*) filter (where now.status = 'Submitted') as submitted,
    count(*) filter (where now.status = 'Validated') as validated
  from needed
  left join reporting.competency_standing as standing using (member_id, competency_id)
  left join lateral (
    select case
      when standing.expires_at <= now()
        and (standing.status = 'Validated' or standing.status = 'Not Applicable' and standing.is_validated)
        then 'Expired'
      else standing.status::text
    end as status
  ) as now on true
  group by needed.member_id, needed.department_id, needed.measurement
),
required_achievement as (
  select distinct assignment.member_id, assignment.department_id, profile_achievement.achievement_id, true as by_profile
  from reporting.profile_assignment as assignment
  join reporting.profile_achievement using (profile_id)
  where assignment.company_id = $organization
    and assignment.requires_compliance
  union all
  select distinct counted.member_id, counted.department_id, ticket.achievement_id, false
  from counted
  join reporting.ticket on ticket.member_id = counted.member_id
  where ticket.is_required
    and not exists (
      select
      from reporting.profile_assignment as assignment
      join reporting.profile_achievement using (profile_id)
      where assignment.member_id = counted.member_id
        and assignment.department_id = counted.department_id
        and assignment.requires_compliance
        and profile_achievement.achievement_id = ticket.achievement_id
    )
),
held as (
  select
    required.member_id,
    required.department_id,
    achievement.measurement,
    case
      when bool_or(now.status = 'Valid') then 'Valid'
      when bool_or(now.status = 'Submitted') then 'Submitted'
      when bool_or(now.status = 'Expired') and not bool_or(now.status = 'Pending') then 'Expired'
      else 'Pending'
    end as status
  from required_achievement as required
  join reporting.achievement on achievement.id = required.achievement_id
  left join reporting.ticket
    on ticket.member_id = required.member_id
    and ticket.achievement_id = required.achievement_id
    and (required.by_profile or ticket.is_required)
  left join lateral (
    select case
      when ticket.status <> 'Valid' then ticket.status::text
      when ticket.issued_at > now() then 'Pending'
      when ticket.expires_at <= now() then 'Expired'
      else ticket.status::text
    end as status
  ) as now on true
  group by required.member_id, required.department_id, required.achievement_id, achievement.measurement
),
achievements as (
  select
    member_id,
    department_id,
    measurement,
    count(*) as required,
    count(*) filter (where status = 'Valid') as satisfied,
    count(*) filter (where status = 'Expired') as expired,
    count(*) filter (where status = 'Pending') as not_completed,
    count(*) filter (where status = 'Submitted') as submitted
  from held
  group by member_id, department_id, measurement
)
select
  department.uuid, department.name, department.code,
  member.uuid, account.name, member.code,
  profile.uuid, profile.name, profile.code,
  measurement.key,
  coalesce(
    round(
      coalesce(competencies.satisfied, achievements.satisfied)::numeric
        / coalesce(competencies.required, achievements.required),
      4
    ),
    1
  ),
  coalesce(competencies.required, achievements.required, 0),
  coalesce(competencies.satisfied, achievements.satisfied, 0),
  coalesce(competencies.expired, achievements.expired, 0),
  coalesce(competencies.not_completed, achievements.not_completed, 0),
  coalesce(competencies.not_applicable, 0),
  coalesce(competencies.needs_training, 0),
  coalesce(competencies.self_assessed, 0),
  coalesce(competencies.submitted, achievements.submitted, 0),
  coalesce(competencies.validated, 0)
from counted
cross join generate_series(1, 12) as measurement (key)
join reporting.department on department.id = counted.department_id
join reporting.member on member.id = counted.member_id
join reporting.account on account.id = member.account_id
left join reporting.profile_assignment as first on first.member_id = counted.member_id and first.is_primary
left join reporting.profile on profile.id = first.profile_id
left join competencies
  on competencies.member_id = counted.member_id
  and competencies.department_id = counted.department_id
  and competencies.measurement = measurement.key
left join achievements
  on achievements.member_id = counted.member_id
  and achievements.department_id = counted.department_id
  and achievements.measurement = measurement.key
order by department.name_folded, account.name_folded, department.uuid, member.uuid, measurement.key
