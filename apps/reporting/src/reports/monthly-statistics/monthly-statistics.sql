-- A row: a member in a facility department by a category of critical competencies, as the last snapshot of
-- each month from $firstMonth to $lastMonth has it, under the names of then. Left out: other departments than
-- $departments, where these are given, names that lack a word of $q, and with $requiredOnly categories in which nothing
-- is required.
--
-- Example: of 3 required, 1 is not completed and 1 expired: progress 0.3333; 1 is validated: score 0.3333.
--
-- Order: month, department name, member name, ids, item.
select
  to_char(statistic.month, 'YYYY-MM') as "month",
  company.uuid as "companyId",
  statistic.department_uuid as "departmentId",
  statistic.member_uuid as "memberId",
  statistic.company_name as "companyName",
  statistic.department_name as "departmentName",
  statistic.department_role as "departmentRole",
  statistic.member_name as "memberName",
  statistic.item_number as "itemNumber",
  statistic.required,
  statistic.validated,
  statistic.expired,
  statistic.not_completed as "notCompleted",
  statistic.not_applicable as "notApplicable",
  statistic.not_applicable_validated as "notApplicableValidated",
  statistic.needs_training as "needsTraining",
  statistic.self_assessed as "selfAssessed",
  statistic.submitted,
  done.completed,
  coalesce(reporting.share(done.progressed, statistic.required), 1) as progress,
  coalesce(reporting.share(done.completed, statistic.required), 1) as score,
  statistic.as_at as "asAt"
from reporting.monthly_statistic as statistic
join reporting.company on company.id = statistic.company_id
cross join lateral (
  -- what satisfies, and what anything at all was done about
  select
    statistic.validated + statistic.not_applicable_validated as completed,
    statistic.required - statistic.not_completed - statistic.expired as progressed
) as done
where statistic.company_id = $organization::integer
  and statistic.month between $firstMonth::date and $lastMonth::date
  and ($departments::integer[] is null or statistic.department_uuid in (
    select uuid from reporting.department where id = any ($departments::integer[])
  ))
  and (
    $q::text is null
    or not exists (
      select from reporting.words_of($q::text) where position(word in statistic.member_name_folded) = 0
    )
    or statistic.member_uuid in (
      select uuid
      from reporting.member
      where company_id = $organization::integer
        and position(lower($q::text collate "und-x-icu") in lower(code)) > 0
    )
  )
  and (not $requiredOnly::boolean or statistic.required > 0)
order by
  statistic.month,
  statistic.department_name_folded,
  statistic.member_name_folded,
  statistic.department_uuid,
  statistic.member_uuid,
  statistic.item_number
