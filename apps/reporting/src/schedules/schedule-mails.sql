-- One row: the content and attachment of a run's email. No row if the schedule no longer exists, its owner was disabled
-- or has no report access to the organization, or the recipient may no longer receive it.
select
  schedule.uuid as "scheduleId",
  schedule.name,
  schedule.recurrence,
  owner.name as "ownerName",
  exists (
    select
    from reporting.member_rights as member
    join reporting.account_rights as rights on rights.account_id = member.account_id
    where member.account_id = account.id
      and member.company_id = schedule.company_id
      and member.has_access
      and rights.report_access
  ) as "hasReportAccess",
  run.about,
  run.file
from reporting.schedule_run as run
join reporting.report_schedule as schedule on schedule.id = run.schedule_id
join reporting.account as owner on owner.id = schedule.account_id and owner.disabled_at is null
join reporting.account_rights as owned on owned.account_id = owner.id and owned.report_access
left join reporting.member_rights as membership
  on membership.account_id = owner.id
  and membership.company_id = schedule.company_id
join reporting.account on account.id = $accountId::integer
where run.id = $runId::integer
  and (owned.is_operator or membership.has_access)
  and exists (
    select
    from reporting.schedule_recipient(schedule.company_id, schedule.uuid, schedule.recipients) as recipient
    where recipient.account_id = account.id
      and recipient.reason is null
  )
