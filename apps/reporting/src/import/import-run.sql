-- name: interrupt-lost-runs
-- Ends runs whose process has died.
update reporting.import_run as run
set status = 'interrupted', finished_at = clock_timestamp()
where run.finished_at is null
  and reporting.import_run_is_lost(run)

-- name: begin-run
-- Begins a run if it is its turn: no run is in progress, and none that was added earlier is waiting.
update reporting.import_run as run
set status = 'reading', started_at = clock_timestamp(), alive_at = clock_timestamp()
where run.id = $id::integer
  and run.status = 'waiting'
  and not exists (
    select
    from reporting.import_run as other
    where other.finished_at is null
      and (other.id < run.id or other.status <> 'waiting')
  )

-- name: find-unfinished-run
-- One row: the run that is in progress or next, and since when.
select name, started_by as "startedBy", coalesce(started_at, created_at) as since
from reporting.import_run
where finished_at is null
  and id <> $id::integer
order by status = 'waiting', id
limit 1

-- name: keep-run-alive
-- Sends a heartbeat while the run may continue: it was not cancelled and does not count as lost.
update reporting.import_run as run
set
  alive_at = clock_timestamp(),
  status = coalesce($status::reporting.import_status, run.status),
  progress = greatest(run.progress, $progress::real)
where run.id = $id::integer
  and run.finished_at is null
  and not reporting.import_run_is_lost(run)

-- name: finish-run
-- Ends a run unless it has already ended, was cancelled, or counts as lost.
update reporting.import_run as run
set
  status = $status::reporting.import_status,
  progress = case when $status::reporting.import_status = 'succeeded' then 1 else run.progress end,
  started_at = coalesce(run.started_at, run.created_at),
  finished_at = clock_timestamp(),
  files = $files::jsonb,
  kept_changes = nullif($keptChanges::integer, 0),
  has_before = $hasBefore::boolean,
  fault_count = $faultCount::integer,
  reason = $reason::text
where run.id = $id::integer
  and run.finished_at is null
  and not reporting.import_run_is_lost(run)
returning run.uuid as id

-- name: find-run-status
select status
from reporting.import_run
where id = $id::integer

-- name: prepare
-- Names the session and increases memory for joins. Nested loops are disabled because the planner may expect a table
-- that was empty to stay so, and a million rows would each scan it. A low random_page_cost makes foreign key checks use
-- the index of small tables, too.
select
  set_config('application_name', left($name::text, 63), true),
  set_config('statement_timeout', '0', true),
  set_config('work_mem', '64MB', true),
  set_config('enable_nestloop', 'off', true),
  set_config('random_page_cost', '1.1', true)

-- name: wait-for-lock
-- Waits until no other import is running.
select pg_advisory_xact_lock(72707370)
