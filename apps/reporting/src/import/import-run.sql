-- name: lock-runs
-- Lets one run at a time be added or begin: ids grow in the order of commits, and one run finds that it is next.
select pg_advisory_xact_lock(72707371)

-- name: add-run
-- One row: a run that is added, and waits for its turn.
insert into reporting.import_run (name, source, status, started_by, account_id, options, ignored, undoes)
values (
  $name::text,
  $source::reporting.import_source,
  'waiting',
  $startedBy::text,
  $accountId::integer,
  $options::jsonb,
  $ignored::text[],
  $undoes::integer
)
returning id, uuid

-- name: interrupt-lost-runs
-- Ends the runs whose process is gone.
update reporting.import_run as run
set status = 'interrupted', finished_at = clock_timestamp()
where run.finished_at is null
  and reporting.import_run_is_lost(run)

-- name: begin-run
-- A row where it is the run's turn: no other runs, and none that came before it waits.
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
returning run.id

-- name: find-unfinished-run
-- The run that is ahead of all others, and since when.
select name, started_by as "startedBy", coalesce(started_at, created_at) as since
from reporting.import_run
where finished_at is null
  and id <> $id::integer
order by status = 'waiting', id
limit 1

-- name: keep-run-alive
-- A row while the run may go on: nobody has cancelled it, and its process was not taken for dead.
update reporting.import_run as run
set
  alive_at = clock_timestamp(),
  status = coalesce($status::reporting.import_status, run.status),
  progress = greatest(run.progress, $progress::real)
where run.id = $id::integer
  and run.finished_at is null
  and not reporting.import_run_is_lost(run)
returning run.id

-- name: finish-run
-- A row where the run had not ended before, by a cancellation or because its heartbeat stopped.
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
returning run.id

-- name: find-run-status
-- One row: the status of a run.
select status
from reporting.import_run
where id = $id::integer

-- name: prepare
-- Says who imports, and makes room for joins. Nested loops are not right for many rows: the planner may take a
-- table that was empty for one that stays so, and a million rows would each look through it. What rows refer to is in
-- memory: checks of foreign keys have to use the index also of a small table.
select
  set_config('application_name', left($name::text, 63), true),
  set_config('statement_timeout', '0', true),
  set_config('work_mem', '64MB', true),
  set_config('enable_nestloop', 'off', true),
  set_config('random_page_cost', '1.1', true)

-- name: wait-for-lock
-- Waits until no other import runs.
select pg_advisory_xact_lock(72707370)
