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
