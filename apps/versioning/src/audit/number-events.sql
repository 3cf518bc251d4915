-- One row: how many events were numbered, at most $limit, the oldest first. The transaction holds the sequence.
with locked as (
  -- a purge may be removing some
  select id
  from versioning.key_event
  where number is null
  order by id
  limit $limit::integer
  for update
),
pending as (
  select id, row_number() over (order by id) as position
  from locked
),
numbered as (
  update versioning.key_event
  set number = audit_sequence.numbered + pending.position
  from pending
  cross join versioning.audit_sequence
  where key_event.id = pending.id
  returning key_event.id
),
advanced as (
  update versioning.audit_sequence
  set numbered = numbered + (select count(*) from numbered)
)
select count(*) as "numbered"
from numbered
