-- One row: how many statistics were written. A statistic is how a member stands in a facility department by
-- the critical competencies of the primary profile (item 1) or of the secondary ones that require compliance
-- (item 2), under the names of now. Left out: departments that are no facility, and affiliations that do not
-- count.
--
-- Example: Ada's primary profile needs a and b, another that requires compliance b and c. Item 1 requires
-- two, item 2 one: what both need is the primary one's, so item 2 is everything less item 1.
with stood as (
  -- what all profiles that require compliance need, and with a minus what the primary one alone needs
  select 2 as item, 1 as sign, mandatory.*
  from reporting.compliance(
    organization => $organization::integer,
    functions => null,
    condition => 'compliance',
    departments => null,
    members => null,
    measurements => '{3}',
    at => $now::timestamptz
  ) as mandatory
  union all
  select item.number, item.sign, first.*
  from reporting.compliance(
    organization => $organization::integer,
    functions => null,
    condition => 'primary',
    departments => null,
    members => null,
    measurements => '{3}',
    at => $now::timestamptz
  ) as first
  cross join (values (1, 1), (2, -1)) as item (number, sign)
),
counted as materialized (
  -- summed, not joined: the planner guesses how many rows were counted, and a join could count them again
  -- for each other row
  select
    department_id,
    member_id,
    item,
    max(function) as function,
    sum(sign * required) as required,
    sum(sign * satisfied) as satisfied,
    sum(sign * validated) as validated,
    sum(sign * expired) as expired,
    sum(sign * not_completed) as not_completed,
    sum(sign * not_applicable) as not_applicable,
    sum(sign * needs_training) as needs_training,
    sum(sign * self_assessed) as self_assessed,
    sum(sign * submitted) as submitted
  from stood
  group by department_id, member_id, item
),
written as (
  insert into reporting.monthly_statistic (
    company_id, month, department_uuid, member_uuid, item_number,
    department_role, company_name, department_name, member_name,
    required, validated, expired, not_completed, not_applicable, not_applicable_validated,
    needs_training, self_assessed, submitted, as_at
  )
  select
    company.id,
    date_trunc('month', $now::timestamptz at time zone 'UTC')::date,
    department.uuid,
    member.uuid,
    counted.item,
    counted.function,
    company.name,
    department.name,
    account.name,
    counted.required,
    counted.validated,
    counted.expired,
    counted.not_completed,
    counted.not_applicable,
    -- what is satisfied is validated, or not applicable and validated as that
    counted.satisfied - counted.validated,
    counted.needs_training,
    counted.self_assessed,
    counted.submitted,
    $now::timestamptz
  from counted
  join reporting.department
    on department.id = counted.department_id
    and department.is_facility
  join reporting.company on company.id = department.company_id
  join reporting.member on member.id = counted.member_id
  join reporting.account on account.id = member.account_id
  returning 1
)
select count(*) as written
from written
