-- The row: how many faults and pieces of archives were removed that have been kept long enough, a slice of each.
with old_fault as (
  select fault.run_id, fault.number
  from reporting.import_fault as fault
  join reporting.import_run as run on run.id = fault.run_id
  where run.finished_at < now() - make_interval(days => $faultDays::integer)
  limit 10000
),
purged_fault as (
  delete from reporting.import_fault
  where (run_id, number) in (select run_id, number from old_fault)
  returning 1
),
old_run as (
  select id
  from reporting.import_run
  where has_before
    and finished_at < now() - make_interval(days => $beforeDays::integer)
  limit 10
),
purged_piece as (
  delete from reporting.import_before
  where run_id in (select id from old_run)
  returning 1
),
forgotten as (
  update reporting.import_run
  set has_before = false
  where id in (select id from old_run)
)
select (select count(*) from purged_fault) + (select count(*) from purged_piece) as purged
