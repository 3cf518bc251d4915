-- Sets manually granted rights in an organization, creating the membership if it is missing. The caller has locked the
-- account. Fields omitted in $facts (code, personType, jobTitle, reportScope with reportDepartments) are unchanged.
-- Each change is audited. One row: the resulting rights.
with present as (
  select id, has_access, is_developer, keeps_records, code, person_type, job_title, report_scope, report_departments
  from reporting.member
  where account_id = $accountId::integer
    and company_id = $companyId::integer
  for no key update
),
before as (
  -- the membership, or what a new one starts from
  select * from present
  union all
  select null, false, false, false, null, null, null, 'organization', '{}'
  where not exists (select from present)
),
after as (
  select
    id,
    coalesce($hasAccess::boolean, has_access) as has_access,
    coalesce($isDeveloper::boolean, is_developer) as is_developer,
    coalesce($keepsRecords::boolean, keeps_records) as keeps_records,
    case when given ? 'code' then given ->> 'code' else code end as code,
    case when given ? 'personType' then given ->> 'personType' else person_type end as person_type,
    case when given ? 'jobTitle' then given ->> 'jobTitle' else job_title end as job_title,
    coalesce((given ->> 'reportScope')::reporting.report_scope, report_scope) as report_scope,
    case
      when given ? 'reportScope'
        then array(select distinct jsonb_array_elements_text(given -> 'reportDepartments')::uuid order by 1)
      else report_departments
    end as report_departments
  from before
  cross join (select $facts::jsonb as given) as request
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
  where member.id = after.id
),
created as (
  insert into reporting.member (
    uuid, company_id, account_id, has_access, is_developer, keeps_records, code, person_type, job_title, report_scope,
    report_departments
  )
  select
    gen_random_uuid(), $companyId::integer, $accountId::integer, has_access, is_developer, keeps_records, code,
    person_type, job_title, report_scope, report_departments
  from after
  where id is null
  returning id
),
facts as (
  select jsonb_object_agg(
    state,
    jsonb_build_object(
      'code', code,
      'personType', person_type,
      'jobTitle', job_title,
      'reportScope', report_scope,
      'reportDepartments', array_to_string(report_departments, ';')
    )
  ) as detail
  from (select 'before' as state, * from before union all select 'after', * from after) as states
),
event as (
  select 'membership-created' as kind, '{}'::jsonb as detail
  from created
  union all
  select kind, jsonb_build_object(name, is_held)
  from before
  cross join after
  cross join lateral (
    values
      ('organization-access-changed', 'hasAccess', before.has_access, after.has_access),
      ('developer-role-changed', 'isDeveloper', before.is_developer, after.is_developer),
      ('record-keeping-changed', 'keepsRecords', before.keeps_records, after.keeps_records)
  ) as granted (kind, name, was_held, is_held)
  where was_held <> is_held
  union all
  select 'membership-updated', detail
  from facts
  where detail -> 'before' <> detail -> 'after'
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select kind, $actor::text, $actorAccountId::integer, $accountId::integer, $companyId::integer, $address::inet, detail
  from event
)
select keeps_records as "keepsRecords", report_scope as "reportScope"
from after
