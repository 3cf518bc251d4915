-- Locks the schedules of the organizations of accounts that are to be erased, and of the accounts, before the accounts:
-- the end of a run locks both in this order. Runs that begin wait, or are left to a later time.
with erased as (
  select id
  from reporting.account
  where uuid = any ($uuids::uuid[])
)
select schedule.id
from reporting.report_schedule as schedule
where schedule.account_id in (select id from erased)
  or schedule.company_id in (
    select company_id from reporting.member where account_id in (select id from erased)
    union all
    select company_id from reporting.former_member where account_id in (select id from erased)
  )
order by schedule.id
for update of schedule
