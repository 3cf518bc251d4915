-- name: list-runs
-- A row per run, newest first, with the total count; with $companyId, only runs bound to that organization; with $id,
-- only that run. A page past the end is one row without an id.
with found as (
  select id
  from reporting.import_run
  where ($companyId::text is null or lower(options ->> 'companyId') = $companyId::text)
    and ($id::uuid is null or uuid = $id::uuid)
),
page as (
  select run.*, reporting.import_run_is_lost(run) as is_lost
  from reporting.import_run as run
  where run.id in (select id from found)
  order by run.id desc
  limit $limit::integer
  offset $offset::bigint
)
select
  counted.total,
  page.id as run,
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
  page.kept_changes is not null and page.has_before as "hasBefore",
  page.kept_changes is not null as "hasChanges",
  undone.uuid as "undoes"
from (select count(*) as total from found) as counted
left join page on true
left join reporting.import_run as undone on undone.id = page.undoes
order by page.id desc

-- name: list-faults
-- A row per fault of a run with its whole line, ordered by file and line; with $limit, only the first ones.
select
  fault.file,
  fault.line,
  fault.column_name as "column",
  fault.value,
  fault.expected,
  fault.remedy,
  fault.row_text as "row"
from reporting.import_fault as fault
join reporting.import_run as run on run.id = fault.run_id
where run.uuid = $id::uuid
  and ($limit::integer is null or fault.number <= $limit::integer)
order by fault.number

-- name: cancel-run
-- One row if the run exists: whether it was cancelled, or had already ended. With $companyId, only a run bound to that
-- organization. Audited.
with cancelled as (
  update reporting.import_run as run
  set
    status = 'cancelled',
    started_at = coalesce(run.started_at, run.created_at),
    finished_at = clock_timestamp()
  where run.uuid = $id::uuid
    and ($companyId::text is null or lower(run.options ->> 'companyId') = $companyId::text)
    and run.finished_at is null
    and not reporting.import_run_is_lost(run)
  returning run.id, run.uuid
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address, detail)
  select 'import-cancelled', $actor::text, $actorAccountId::integer, $actorAccountId::integer, $address::inet,
    jsonb_build_object('id', uuid)
  from cancelled
)
select exists (select from cancelled) as "isCancelled"
from reporting.import_run
where uuid = $id::uuid
  and ($companyId::text is null or lower(options ->> 'companyId') = $companyId::text)

-- name: purge-imports
-- One row: how many faults, changes, and pieces of archives written by an earlier release were deleted, a limited
-- number of each. Faults are kept for $faultDays, changes for $beforeDays, and those of dry runs for $dryRunDays.
with purged_fault as (
  delete from reporting.import_fault
  where (run_id, number) in (
    select fault.run_id, fault.number
    from reporting.import_fault as fault
    join reporting.import_run as run on run.id = fault.run_id
    where run.finished_at < now() - make_interval(days => $faultDays::integer)
    limit 10000
  )
  returning 1
),
old_run as (
  select id
  from reporting.import_run
  where finished_at < now() - make_interval(
    days => case
      when coalesce((options ->> 'dryRun')::boolean, false) then $dryRunDays::integer
      else $beforeDays::integer
    end
  )
),
purged_change as (
  delete from reporting.import_change
  where (run_id, number) in (
    select run_id, number from reporting.import_change where run_id in (select id from old_run) limit 10000
  )
  returning 1
),
purged_piece as (
  delete from reporting.import_before
  where (run_id, number) in (
    select run_id, number from reporting.import_before where run_id in (select id from old_run) limit 100
  )
  returning 1
),
forgotten as (
  update reporting.import_run
  set kept_changes = null, has_before = false
  where id in (select id from old_run)
    and (kept_changes is not null or has_before)
)
select
  (select count(*) from purged_fault) + (select count(*) from purged_change) + (select count(*) from purged_piece)
    as purged
