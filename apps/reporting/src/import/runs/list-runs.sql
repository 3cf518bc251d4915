-- A page of the runs, newest first: each row with how many there are, and a row without an id where the page has none.
with counted as (
  select count(*) as total
  from reporting.import_run
),
page as (
  select run.*, reporting.import_run_is_lost(run) as is_lost
  from reporting.import_run as run
  order by run.id desc
  limit $limit::integer
  offset $offset::bigint
)
select
  counted.total,
  page.uuid as id,
  page.name,
  page.source,
  case when page.is_lost then 'interrupted' else page.status end as status,
  page.progress,
  page.created_at as "createdAt",
  page.started_at as "startedAt",
  case when page.is_lost then page.alive_at else page.finished_at end as "finishedAt",
  page.started_by as "startedBy",
  page.options,
  page.files,
  coalesce(page.ignored, '{}') as ignored,
  page.fault_count as "faultCount",
  page.reason,
  page.has_before as "hasBefore"
from counted
left join page on true
order by page.id desc
