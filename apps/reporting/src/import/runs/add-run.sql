-- name: lock-runs
-- Runs are added and started one at a time: IDs increase in commit order, and at most one run finds that it is next.
select pg_advisory_xact_lock(72707371)

-- name: forget-key
-- Releases an idempotency key after a day.
update reporting.import_run
set key_owner = null, idempotency_key = null, request_hash = null
where key_owner = $keyOwner::text
  and idempotency_key = $idempotencyKey::text
  and created_at < now() - interval '1 day'

-- name: add-run
-- One row: the run that was added, or the one that the same owner added with the same key. No row if it is an upload
-- and $maxWaiting runs are waiting. Uploads are audited.
with known as (
  select id, uuid, request_hash = $requestHash::bytea as is_same
  from reporting.import_run
  where key_owner = $keyOwner::text
    and idempotency_key = $idempotencyKey::text
),
added as (
  insert into reporting.import_run (
    name, source, status, started_by, account_id, by_keeper, options, ignored, undoes, key_owner, idempotency_key,
    request_hash
  )
  select
    $name::text,
    $source::reporting.import_source,
    'waiting',
    $startedBy::text,
    $accountId::integer,
    $byKeeper::boolean,
    $options::jsonb,
    $ignored::text[],
    $undoes::integer,
    case when $idempotencyKey::text is not null then $keyOwner::text end,
    $idempotencyKey::text,
    $requestHash::bytea
  where not exists (select from known)
    and (
      $source::reporting.import_source = 'command'
      or $maxWaiting::integer > (
        select count(*)
        from reporting.import_run as run
        where run.status = 'waiting'
          and not reporting.import_run_is_lost(run)
      )
    )
  returning id, uuid, options, source
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address, detail)
  select 'import-started', $startedBy::text, $accountId::integer, $accountId::integer, $address::inet,
    jsonb_build_object('id', uuid, 'dryRun', options -> 'dryRun', 'replace', options -> 'replace')
      || coalesce(
        (select jsonb_build_object('undoes', uuid) from reporting.import_run where id = $undoes::integer), '{}'
      )
  from added
  where source = 'http'
)
select id, uuid, true as "isNew", true as "isSame"
from added
union all
select id, uuid, false, is_same
from known

-- name: count-waiting
-- One row: how many imports are waiting, and whether the idempotency key is in use, since a repeated request needs no
-- place in the queue.
select
  count(*) as waiting,
  exists (
    select
    from reporting.import_run as known
    where known.key_owner = $keyOwner::text
      and known.idempotency_key = $idempotencyKey::text
  ) as "isKnown"
from reporting.import_run as run
where run.status = 'waiting'
  and not reporting.import_run_is_lost(run)
