-- Deletes a membership, or withdraws its access if it has records. One row: whether it has records. No row if there is
-- no such membership. Run it after lock-membership, so that it sees all records.
with membership as (
  select
    member.*,
    exists (select from reporting.affiliation where member_id = member.id)
      or exists (select from reporting.profile_assignment where member_id = member.id)
      or exists (select from reporting.ticket where member_id = member.id)
      or exists (select from reporting.competency_standing where member_id = member.id)
      or exists (select from reporting.competency_standing where validator_id = member.id)
      as has_records
  from reporting.member
  where account_id = $accountId::integer
    and company_id = $companyId::integer
),
deleted as (
  delete from reporting.member
  using membership
  where member.id = membership.id
    and not membership.has_records
),
withdrawn as (
  update reporting.member
  set has_access = false
  from membership
  where member.id = membership.id
    and membership.has_records
),
event as (
  select
    'membership-deleted' as kind,
    jsonb_build_object(
      'before', jsonb_build_object(
        'hasAccess', has_access,
        'isDeveloper', is_developer,
        'keepsRecords', keeps_records,
        'code', code,
        'personType', person_type,
        'jobTitle', job_title,
        'reportScope', report_scope,
        'reportDepartments', array_to_string(report_departments, ';')
      )
    ) as detail
  from membership
  where not has_records
  union all
  select 'organization-access-changed', '{"hasAccess": false}'
  from membership
  where has_records
    and has_access
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select kind, $actor::text, $actorAccountId::integer, $accountId::integer, $companyId::integer, $address::inet, detail
  from event
)
select has_records as "hasRecords"
from membership
