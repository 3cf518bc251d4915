-- Locks the schedules of the organizations of accounts that are to be erased, and of the accounts, before the accounts:
-- the end of a run locks both in this order. Runs that begin wait, or are left to a later time.
select schedule.id
from reporting.report_schedule as schedule
where schedule.account_id in (select id from reporting.account where uuid = any ($uuids::uuid[]))
  or schedule.company_id in (
    select member.company_id
    from reporting.member
    join reporting.account on account.id = member.account_id
    where account.uuid = any ($uuids::uuid[])
  )
order by schedule.id
for update of schedule
