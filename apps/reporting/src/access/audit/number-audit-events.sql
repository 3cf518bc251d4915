-- One row: how many events were numbered, at most $limit, the oldest first. The transaction holds the sequence.
with locked as (
  -- a purge may be removing some
  select id
  from reporting.audit_event
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
  update reporting.audit_event
  set number = audit_sequence.numbered + pending.position
  from pending
  cross join reporting.audit_sequence
  where audit_event.id = pending.id
  returning audit_event.id
),
advanced as (
  update reporting.audit_sequence
  set numbered = numbered + (select count(*) from numbered)
)
select count(*) as "numbered"
from numbered
