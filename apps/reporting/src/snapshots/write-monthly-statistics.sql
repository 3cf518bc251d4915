-- One row: how many statistics were written. A statistic is how a member stands in a facility department by
-- the critical competencies of the primary profile (item 1) or of the secondary ones that require compliance
-- (item 2), under the names of now. Left out: departments that
-- are no facility, and affiliations that do not count.
--
-- Example: Ada's primary profile needs a and b, another that requires compliance b and c. Item 1 requires
-- two, item 2 one: what both need is the primary one's, so item 2 is everything less item 1.
with mandatory as (
  -- what all profiles that require compliance need, the primary one among them
  select *
  from reporting.compliance(
    organization => $organization::integer,
    functions => null,
    condition => 'compliance',
    departments => null,
    members => null,
    measurements => '{3}',
    at => $now::timestamptz
  )
),
first as (
  -- what the primary profile alone needs
  select *
  from reporting.compliance(
    organization => $organization::integer,
    functions => null,
    condition => 'primary',
    departments => null,
    members => null,
    measurements => '{3}',
    at => $now::timestamptz
  )
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
    item.number,
    mandatory.function,
    company.name,
    department.name,
    account.name,
    item.required,
    item.validated,
    item.expired,
    item.not_completed,
    item.not_applicable,
    -- what is satisfied is validated, or not applicable and validated as that
    item.satisfied - item.validated,
    item.needs_training,
    item.self_assessed,
    item.submitted,
    $now::timestamptz
  from mandatory
  join first using (member_id, department_id)
  cross join lateral (
    values
      (
        1,
        first.required,
        first.satisfied,
        first.validated,
        first.expired,
        first.not_completed,
        first.not_applicable,
        first.needs_training,
        first.self_assessed,
        first.submitted
      ),
      (
        2,
        mandatory.required - first.required,
        mandatory.satisfied - first.satisfied,
        mandatory.validated - first.validated,
        mandatory.expired - first.expired,
        mandatory.not_completed - first.not_completed,
        mandatory.not_applicable - first.not_applicable,
        mandatory.needs_training - first.needs_training,
        mandatory.self_assessed - first.self_assessed,
        mandatory.submitted - first.submitted
      )
  ) as item (
    number, required, satisfied, validated, expired, not_completed, not_applicable,
    needs_training, self_assessed, submitted
  )
  join reporting.department
    on department.id = mandatory.department_id
    and department.is_facility
  join reporting.company on company.id = department.company_id
  join reporting.member on member.id = mandatory.member_id
  join reporting.account on account.id = member.account_id
  returning 1
)
select count(*) as written
from written
