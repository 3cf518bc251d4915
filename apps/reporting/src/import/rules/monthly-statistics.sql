-- name: apply
-- One row: how many statistics the slice has, how many were inserted and updated, and how many are new or differ but
-- may not be written. A new row takes the current names and role; an existing row keeps its own. A month that has
-- statistics from a snapshot taken here is only changed with $updateHistory.
with incoming as (
  -- the file's statistics, whether they are new or differ from the stored ones, and whether they may be written
  select
    staged.*,
    department.company_id,
    present.month is null as is_new,
    (
      present.required, present.validated, present.expired, present.not_completed, present.not_applicable,
      present.not_applicable_validated, present.needs_training, present.self_assessed, present.submitted, present.as_at
    )
      is distinct from
      (
        staged.required, staged.validated, staged.expired, staged.not_completed, staged.not_applicable,
        staged.not_applicable_validated, staged.needs_training, staged.self_assessed, staged.submitted, staged.as_at
      ) as is_different,
    $updateHistory::boolean
      or not exists (
        select
        from reporting.monthly_statistic as taken
        where taken.company_id = department.company_id
          and taken.month = staged.month
          and not taken.is_imported
      ) as is_written
  from staged_monthly_statistic as staged
  join reporting.department on department.uuid = staged.department_id
  left join reporting.monthly_statistic as present
    on present.company_id = department.company_id
    and present.month = staged.month
    and present.department_uuid = staged.department_id
    and present.member_uuid = staged.member_id
    and present.item_number = staged.category
  where staged.line between $from::integer and $to::integer
),
written as (
  insert into reporting.monthly_statistic (
    company_id, month, department_uuid, member_uuid, item_number,
    department_role, company_name, department_name, member_name,
    required, validated, expired, not_completed, not_applicable, not_applicable_validated,
    needs_training, self_assessed, submitted, as_at, is_imported
  )
  select
    incoming.company_id,
    incoming.month,
    incoming.department_id,
    incoming.member_id,
    incoming.category,
    coalesce(affiliation.function, 'Department'),
    company.name,
    department.name,
    account.name,
    incoming.required,
    incoming.validated,
    incoming.expired,
    incoming.not_completed,
    incoming.not_applicable,
    incoming.not_applicable_validated,
    incoming.needs_training,
    incoming.self_assessed,
    incoming.submitted,
    incoming.as_at,
    true
  from incoming
  join reporting.company on company.id = incoming.company_id
  join reporting.department on department.uuid = incoming.department_id
  join reporting.member on member.uuid = incoming.member_id
  join reporting.account on account.id = member.account_id
  left join reporting.affiliation
    on affiliation.member_id = member.id
    and affiliation.department_id = department.id
  where incoming.is_written
    and incoming.is_different
  on conflict (company_id, month, department_uuid, member_uuid, item_number) do update
  set
    required = excluded.required,
    validated = excluded.validated,
    expired = excluded.expired,
    not_completed = excluded.not_completed,
    not_applicable = excluded.not_applicable,
    not_applicable_validated = excluded.not_applicable_validated,
    needs_training = excluded.needs_training,
    self_assessed = excluded.self_assessed,
    submitted = excluded.submitted,
    as_at = excluded.as_at,
    is_imported = true
)
select
  count(*) as seen,
  count(*) filter (where is_written and is_new) as inserted,
  count(*) filter (where is_written and is_different and not is_new) as updated,
  count(*) filter (where is_different and not is_written) as kept
from incoming

-- name: faults
-- A row per invalid value of monthly-statistics.csv. The counts add up to required; completed, progress and score
-- follow from them, and may be rounded. The month must have begun and contain asAt, in any time zone from UTC+14 to
-- UTC-12.
with counted as (
  -- the file's statistics with the values that follow from the counts
  select
    *,
    validated::bigint + expired + not_completed + not_applicable + needs_training + self_assessed + submitted as parts,
    validated::bigint + not_applicable_validated as done,
    case when required = 0 then 1 else (required::numeric - not_completed - expired) / required end as progressed,
    case when required = 0 then 1 else (validated::numeric + not_applicable_validated) / required end as scored
  from staged_monthly_statistic
)
select line, 'required' as "column", required::text as value,
  parts || ', the sum of validated, expired, notCompleted, notApplicable, needsTraining, selfAssessed and submitted'
    as expected
from counted
where required <> parts
union all
select line, 'notApplicableValidated', not_applicable_validated::text, 'at most notApplicable'
from counted
where not_applicable_validated > not_applicable
union all
select line, 'completed', completed::text, done || ', the sum of validated and notApplicableValidated, or nothing'
from counted
where completed <> done
  and required = parts
union all
select
  line, 'progress', progress::text,
  'about ' || round(progressed, 4) || ', as it follows from the counts, or nothing'
from counted
where abs(progress - progressed) > 0.005
  and required = parts
union all
select
  line, 'score', score::text,
  'about ' || round(scored, 4) || ', as it follows from the counts, or nothing'
from counted
where abs(score - scored) > 0.005
  and required = parts
union all
select line, 'month', to_char(month, 'YYYY-MM'), 'a month that has begun'
from staged_monthly_statistic
where month > now() at time zone 'UTC' + interval '14 hours'
union all
select
  line, 'asAt', to_char(as_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  case
    when as_at > now() + interval '14 hours' then 'a time that is not in the future'
    else 'a time within ' || to_char(month, 'YYYY-MM')
  end
from staged_monthly_statistic
where as_at > now() + interval '14 hours'
  or as_at at time zone 'UTC' < month - interval '14 hours'
  or as_at at time zone 'UTC' >= month + interval '1 month 12 hours'
