-- name: forget-key
-- A key counts for a day.
update reporting.import_run
set key_owner = null, idempotency_key = null, request_hash = null
where key_owner = $keyOwner::text
  and idempotency_key = $idempotencyKey::text
  and created_at < now() - interval '1 day'

-- name: add-upload
-- A row: the run that was added, which is audited, or the one that the same key of the same owner made within a day;
-- none where ten wait.
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
    'http',
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
    and $maxWaiting::integer > (
      select count(*)
      from reporting.import_run as run
      where run.status = 'waiting'
        and not reporting.import_run_is_lost(run)
    )
  returning id, uuid, options
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address, detail)
  select 'import-started', $startedBy::text, $accountId::integer, $accountId::integer, $address::inet,
    jsonb_build_object('id', uuid, 'dryRun', options -> 'dryRun', 'replace', options -> 'replace')
      || coalesce(
        (select jsonb_build_object('undoes', uuid) from reporting.import_run where id = $undoes::integer), '{}'
      )
  from added
)
select id, uuid, true as "isNew", true as "isSame"
from added
union all
select id, uuid, false, is_same
from known

-- name: count-waiting
-- A row: how many imports wait, and whether the key was used already: its answer needs no place in the queue.
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
