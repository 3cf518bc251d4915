-- A row: a recipient of a request whom the organization does not have, or who may not read reports, and is not a
-- recipient of the schedule already; by its place in the list, from 0.
select
  array_position($recipients::uuid[], recipient.member_uuid) - 1 as "position",
  recipient.member_uuid as "id",
  exists (
    select
    from reporting.member
    where member.uuid = recipient.member_uuid
      and member.company_id = $companyId::integer
  ) as "isMember"
from reporting.schedule_recipient($companyId::integer, $uuid::uuid, $recipients::uuid[]) as recipient
where recipient.reason in ('not-a-member', 'disabled', 'no-report-access')
  and not exists (
    select
    from reporting.report_schedule
    where report_schedule.uuid = $uuid::uuid
      and report_schedule.company_id = $companyId::integer
      and report_schedule.account_id = $accountId::integer
      and recipient.member_uuid = any (report_schedule.recipients)
  )
order by 1
