-- Writes statistics. A statistic counts a member's critical competencies in a facility department for the primary
-- profile (item 1) or for secondary profiles that require compliance (item 2), with current names. Departments that are
-- not facilities and affiliations that do not count are omitted.
--
-- Example: Ada's primary profile requires a and b; a different one, which requires compliance, b and c. Item 1 requires
-- two, item 2 one: shared competencies belong to the primary profile, so item 2 is the total minus item 1.
with signed_count as (
  -- needs of all profiles that require compliance, minus those of the primary one
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
  -- summed instead of joined: the planner misjudges the number of rows, and a join could count them repeatedly
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
  from signed_count
  group by department_id, member_id, item
)
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
  -- satisfied means validated, or not applicable and validated as such
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
