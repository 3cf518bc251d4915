-- A row per member, facility department and category of critical competencies, from the last snapshot of each month
-- from $firstMonth to $lastMonth, with the names at that time. Filtered by $departments, $q (all words in the name,
-- or the text in the code), and with $requiredOnly to categories with requirements.
--
-- Example: of 3 required competencies, 1 is not completed, 1 expired and 1 validated: progress and score are 0.3333.
--
-- Order: month, department name, member name, IDs, item.
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
  -- satisfied competencies, and those that are neither not completed nor expired
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
    or statistic.member_name_folded like all ((select reporting.word_patterns($q::text))::text[])
    or statistic.member_uuid in (
      select uuid
      from reporting.member
      where company_id = $organization::integer
        and reporting.is_part($q::text, code)
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
