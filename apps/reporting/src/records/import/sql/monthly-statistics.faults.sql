-- A row: a bad value of monthly-statistics.csv. The counts are parts of required; completed, progress and score follow
-- from them, and may be rounded.
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
