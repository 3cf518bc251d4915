-- A row: a recipient of a request whom the organization does not have, or who may not read reports and is not a
-- recipient of the schedule already; by its place in the list, from 0.
select
  (recipient.position - 1)::integer as "position",
  recipient.uuid as "id",
  known.id is not null as "isMember"
from unnest($recipients::uuid[]) with ordinality as recipient (uuid, position)
left join reporting.member as known
  on known.uuid = recipient.uuid
  and known.company_id = $companyId::integer
left join reporting.member_rights as member on member.member_id = known.id
left join reporting.account_rights as rights on rights.account_id = known.account_id
where not exists (
  select
  from reporting.report_schedule
  where report_schedule.uuid = $uuid::uuid
    and report_schedule.company_id = $companyId::integer
    and report_schedule.account_id = $accountId::integer
    and recipient.uuid = any (report_schedule.recipients)
)
and (
  member.has_access is not true
  or not rights.report_access
)
order by recipient.position
