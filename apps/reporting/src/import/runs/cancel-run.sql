-- A row where there is such a run: whether it had not ended, and is now cancelled. Audited.
with cancelled as (
  update reporting.import_run as run
  set
    status = 'cancelled',
    started_at = coalesce(run.started_at, run.created_at),
    finished_at = clock_timestamp()
  where run.uuid = $id::uuid
    and run.finished_at is null
    and not reporting.import_run_is_lost(run)
  returning run.id, run.uuid
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address, detail)
  select
    'import-cancelled',
    $actor::text,
    $actorAccountId::integer,
    $actorAccountId::integer,
    $address::inet,
    jsonb_build_object('id', uuid)
  from cancelled
)
select exists (select from cancelled) as "isCancelled"
from reporting.import_run
where uuid = $id::uuid
