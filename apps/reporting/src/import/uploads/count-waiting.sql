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
