-- name: cancel-unauthorized
-- Cancels waiting runs of accounts that may no longer import, because they were demoted, disabled or erased.
update reporting.import_run as run
set
  status = 'cancelled',
  reason = 'Whoever uploaded it may not import any more; nothing was changed.',
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
      and (
        rights.is_operator
        or run.by_keeper and exists (
          select
          from reporting.member_rights as member
          join reporting.company on company.id = member.company_id
          where member.account_id = account.id
            and member.has_access
            and member.keeps_records
            and company.uuid::text = run.options ->> 'companyId'
        )
      )
  )

-- name: keep-waiting-alive
-- A row per run of this process that is still waiting, with a new heartbeat.
update reporting.import_run as run
set alive_at = clock_timestamp()
where run.id = any ($ids::integer[])
  and run.status = 'waiting'
  and not reporting.import_run_is_lost(run)
returning run.id

-- name: find-run-over
-- A row if the run ended at least ten seconds ago or is lost, so that its process can be killed.
select
from reporting.import_run as run
where run.id = $id::integer
  and (run.finished_at < clock_timestamp() - interval '10 seconds' or reporting.import_run_is_lost(run))
