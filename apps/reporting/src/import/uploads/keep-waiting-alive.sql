-- The runs of a process that wait still: nobody has cancelled them.
update reporting.import_run as run
set alive_at = clock_timestamp()
where run.id = any ($ids::integer[])
  and run.status = 'waiting'
  and not reporting.import_run_is_lost(run)
returning run.id
