-- A row: a bad value of monthly-statistics.csv. The counts are parts of required; completed, progress and score follow
-- from them, and may be rounded. A month has begun, and asAt lies within it, both anywhere from UTC+14 to UTC-12.
with counted as (
  -- the statistics of the file, with what follows from the counts
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
