-- Cancels waiting runs of accounts that may not import any more: demoted, disabled or erased since.
update reporting.import_run as run
set
  status = 'cancelled',
  reason = 'Whoever uploaded it is not an operator any more; nothing was changed.',
  started_at = run.created_at,
  finished_at = clock_timestamp()
where run.id = any ($ids::integer[])
  and run.status = 'waiting'
  and run.started_by <> 'service key'
  and not exists (
    select
    from reporting.account
    join reporting.account_rights as rights on rights.account_id = account.id
    where account.id = run.account_id
      and account.disabled_at is null
      and rights.is_operator
  )
