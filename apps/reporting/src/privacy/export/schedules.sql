-- A row: a report that the account has sent by mail.
select
  schedule.uuid as "id",
  company.handle as "company",
  schedule.name,
  schedule.report,
  schedule.parameters,
  schedule.format,
  schedule.recurrence,
  cardinality(schedule.recipients) as "recipients",
  schedule.next_run_at as "nextRunAt",
  schedule.created_at as "createdAt"
from reporting.report_schedule as schedule
join reporting.company on company.id = schedule.company_id
where schedule.account_id = $accountId::integer
order by schedule.id
