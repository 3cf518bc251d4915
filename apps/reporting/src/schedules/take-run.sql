-- Takes the run that has waited longest. After 25 minutes another replica may take it: its process counts as dead. No
-- row: none waits.
with taken as (
  update reporting.schedule_run
  set attempts = attempts + 1, next_attempt_at = now() + interval '25 minutes'
  where id = (
    select id
    from reporting.schedule_run
    where finished_at is null
      and next_attempt_at <= now()
    order by next_attempt_at, id
    limit 1
    for update skip locked
  )
  returning id, schedule_id, attempts, next_attempt_at
)
select
  taken.id,
  taken.attempts,
  taken.next_attempt_at as "takenUntil",
  schedule.uuid as "scheduleId",
  schedule.name,
  schedule.company_id as "companyId",
  schedule.account_id as "accountId",
  schedule.report,
  schedule.parameters,
  schedule.format,
  schedule.when_empty as "whenEmpty",
  company.handle,
  (
    select account.disabled_at is null
      and rights.report_access
      and (rights.is_operator or coalesce(member.has_access, false))
    from reporting.account
    join reporting.account_rights as rights on rights.account_id = account.id
    left join reporting.member_rights as member
      on member.account_id = account.id
      and member.company_id = schedule.company_id
    where account.id = schedule.account_id
  ) as "isOwnerAllowed",
  (
    select jsonb_agg(
      jsonb_build_object('memberId', member_uuid, 'accountId', account_id, 'reason', reason)
    )
    from reporting.schedule_recipient(schedule.company_id, schedule.uuid, schedule.recipients)
  ) as "recipients"
from taken
join reporting.report_schedule as schedule on schedule.id = taken.schedule_id
join reporting.company on company.id = schedule.company_id
