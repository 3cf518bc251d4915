-- What one would write first: every competency that every person needs, once for each person.
with needed as (
  select distinct
    assignment.member_id,
    assignment.department_id,
    competency.id as competency_id,
    competency.criticality
  from reporting.profile_assignment as assignment
  join reporting.profile_competency using (profile_id)
  join reporting.competency on competency.id = profile_competency.competency_id
  where assignment.company_id = $1
    and assignment.requires_compliance
)
select
  needed.member_id,
  needed.department_id,
  case needed.criticality when 'Critical' then 3 else 4 end as measurement,
  count(*)::integer as required,
  count(*) filter (where now.status = 'Validated')::integer as validated,
  count(*) filter (where now.status = 'Not Applicable')::integer as not_applicable,
  count(*) filter (where now.status = 'Not Applicable' and standing.is_validated)::integer
    as not_applicable_validated,
  count(*) filter (where now.status = 'Expired')::integer as expired,
  count(*) filter (where now.status is null or now.status = 'Not Completed')::integer as not_completed,
  count(*) filter (where now.status = 'Needs Training')::integer as needs_training,
  count(*) filter (where now.status = 'Self-Assessed')::integer as self_assessed,
  count(*) filter (where now.status = 'Submitted')::integer as submitted
from needed
left join reporting.competency_standing as standing
  on standing.member_id = needed.member_id
  and standing.competency_id = needed.competency_id
left join lateral (
  select
    case
      when standing.expires_at <= $2
        and (standing.status = 'Validated' or standing.status = 'Not Applicable' and standing.is_validated)
        then 'Expired'
      else standing.status::text
    end as status
) as now on true
group by needed.member_id, needed.department_id, needed.criticality
