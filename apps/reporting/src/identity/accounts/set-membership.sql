-- Sets manually granted rights in an organization, creating the membership if it is missing. The caller has locked the
-- account. Fields omitted in $facts (code, personType, jobTitle, reportScope with reportDepartments) are unchanged.
-- Each change is audited. One row: the resulting rights.
with before as (
  select id, has_access, is_developer, keeps_records, code, person_type, job_title, report_scope, report_departments
  from reporting.member
  where account_id = $accountId::integer
    and company_id = $companyId::integer
  for no key update
),
after as (
  select
    before.id,
    coalesce($hasAccess::boolean, before.has_access, false) as has_access,
    coalesce($isDeveloper::boolean, before.is_developer, false) as is_developer,
    coalesce($keepsRecords::boolean, before.keeps_records, false) as keeps_records,
    case when given ? 'code' then given ->> 'code' else before.code end as code,
    case when given ? 'personType' then given ->> 'personType' else before.person_type end as person_type,
    case when given ? 'jobTitle' then given ->> 'jobTitle' else before.job_title end as job_title,
    coalesce(
      (given ->> 'reportScope')::reporting.report_scope, before.report_scope, 'organization'
    ) as report_scope,
    case
      when given ? 'reportScope'
        then array(select distinct jsonb_array_elements_text(given -> 'reportDepartments')::uuid order by 1)
      else coalesce(before.report_departments, '{}')
    end as report_departments
  from (select $facts::jsonb as given) as request
  left join before on true
),
updated as (
  update reporting.member
  set
    has_access = after.has_access,
    is_developer = after.is_developer,
    keeps_records = after.keeps_records,
    code = after.code,
    person_type = after.person_type,
    job_title = after.job_title,
    report_scope = after.report_scope,
    report_departments = after.report_departments
  from after
  join before using (id)
  where member.id = after.id
    and (
      after.has_access, after.is_developer, after.keeps_records, after.code, after.person_type, after.job_title,
      after.report_scope, after.report_departments
    )
      is distinct from (
        before.has_access, before.is_developer, before.keeps_records, before.code, before.person_type, before.job_title,
        before.report_scope, before.report_departments
      )
),
created as (
  insert into reporting.member (
    uuid, company_id, account_id, has_access, is_developer, keeps_records, code, person_type, job_title, report_scope,
    report_departments
  )
  select
    gen_random_uuid(),
    $companyId::integer,
    $accountId::integer,
    has_access,
    is_developer,
    keeps_records,
    code,
    person_type,
    job_title,
    report_scope,
    report_departments
  from after
  where id is null
  returning id
),
change as (
  -- the membership as it was and as it is
  select
    coalesce(before.has_access, false) as had_access,
    after.has_access,
    coalesce(before.is_developer, false) as was_developer,
    after.is_developer,
    coalesce(before.keeps_records, false) as kept_records,
    after.keeps_records,
    jsonb_build_object(
      'code', before.code,
      'personType', before.person_type,
      'jobTitle', before.job_title,
      'reportScope', coalesce(before.report_scope, 'organization'),
      'reportDepartments', coalesce(array_to_string(before.report_departments, ';'), '')
    ) as facts_before,
    jsonb_build_object(
      'code', after.code,
      'personType', after.person_type,
      'jobTitle', after.job_title,
      'reportScope', after.report_scope,
      'reportDepartments', array_to_string(after.report_departments, ';')
    ) as facts_after
  from after
  left join before on before.id = after.id
),
event as (
  select 1 as position, 'membership-created' as kind, '{}'::jsonb as detail
  from created
  union all
  select 2, 'organization-access-changed', jsonb_build_object('hasAccess', has_access)
  from change
  where had_access <> has_access
  union all
  select 3, 'developer-role-changed', jsonb_build_object('isDeveloper', is_developer)
  from change
  where was_developer <> is_developer
  union all
  select 4, 'record-keeping-changed', jsonb_build_object('keepsRecords', keeps_records)
  from change
  where kept_records <> keeps_records
  union all
  select 5, 'membership-updated', jsonb_build_object('before', facts_before, 'after', facts_after)
  from change
  where facts_before <> facts_after
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select kind, $actor::text, $actorAccountId::integer, $accountId::integer, $companyId::integer, $address::inet, detail
  from event
  order by position
)
select keeps_records as "keepsRecords", report_scope as "reportScope"
from after
