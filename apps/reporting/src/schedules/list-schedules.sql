-- A row: a schedule of an organization, of one account or of all, by name; its owner, its latest finished run, and how
-- many schedules there are in all. A page past the end is one row without a schedule.
with found as (
  -- the schedules that are asked for
  select *, reporting.fold(name) collate "C" as name_folded
  from reporting.report_schedule
  where company_id = $companyId::integer
    and ($accountId::integer is null or account_id = $accountId::integer)
    and ($uuid::uuid is null or uuid = $uuid::uuid)
),
page as (
  -- those of the page; all of them without a limit
  select *
  from found
  order by name_folded, uuid
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  page.uuid as "id",
  page.name,
  page.report,
  page.parameters,
  page.format,
  page.recurrence,
  page.recipients,
  page.when_empty as "whenEmpty",
  page.next_run_at as "nextRunAt",
  account.uuid as "accountId",
  account.name as "ownerName",
  account.email as "ownerEmail",
  run.finished_at as "ranAt",
  run.outcome,
  run.row_count as "rows",
  run.sent_to as "sentTo",
  run.left_out as "leftOut",
  run.error
from (select count(*) as total from found) as everything
left join page on true
left join reporting.account on account.id = page.account_id
left join lateral (
  -- the latest that ended
  select *
  from reporting.schedule_run
  where schedule_run.schedule_id = page.id
    and schedule_run.finished_at is not null
  order by schedule_run.finished_at desc, schedule_run.id desc
  limit 1
) as run on true
order by page.name_folded, page.uuid
