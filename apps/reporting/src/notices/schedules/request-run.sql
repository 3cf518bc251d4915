-- One row: a run that somebody asks for. No row: the account has no schedule of this id in the organization.
insert into reporting.schedule_run (schedule_id)
select id
from reporting.report_schedule
where uuid = $uuid::uuid
  and company_id = $companyId::integer
  and account_id = $accountId::integer
returning id
