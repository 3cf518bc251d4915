-- The run, with its first $most faults.
select
  run.uuid as id,
  run.name,
  run.source,
  case when reporting.import_run_is_lost(run) then 'interrupted' else run.status end as status,
  run.progress,
  run.created_at as "createdAt",
  run.started_at as "startedAt",
  case when reporting.import_run_is_lost(run) then run.alive_at else run.finished_at end as "finishedAt",
  run.started_by as "startedBy",
  run.options,
  run.files,
  coalesce(run.ignored, '{}') as ignored,
  run.fault_count as "faultCount",
  run.reason,
  run.has_before as "hasBefore",
  coalesce(first.faults, '[]') as faults
from reporting.import_run as run
cross join lateral (
  select
    jsonb_agg(
      jsonb_build_object(
        'file', file,
        'line', line,
        'column', column_name,
        'value', value,
        'expected', expected,
        'remedy', remedy
      )
      order by number
    ) as faults
  from reporting.import_fault as fault
  where fault.run_id = run.id
    and fault.number <= $most::integer
) as first
where run.uuid = $id::uuid
