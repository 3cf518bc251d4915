-- Replaces the rights that the provider grants an account: those in all organizations, and memberships with access and
-- optionally the Developer role in the organizations of $handles. Manually granted rights are unchanged. Each change is
-- audited with $reason. Organizations that do not exist are skipped.
with before as (
  select id, provider_operator, provider_api_access, provider_report_access, provider_report_scope
  from reporting.account
  where id = $accountId::integer
),
updated as (
  update reporting.account
  set
    provider_operator = $isOperator::boolean,
    provider_api_access = $apiAccess::boolean,
    provider_report_access = $reportAccess::boolean,
    provider_report_scope = $reportScope::reporting.report_scope,
    provider_rights_until = case
      when $isOperator::boolean or $apiAccess::boolean or cardinality($handles::text[]) > 0
        then coalesce($until::timestamptz, now() + make_interval(secs => $seconds::double precision))
    end,
    updated_at = case
      when (
        before.provider_operator, before.provider_api_access, before.provider_report_access,
        before.provider_report_scope
      )
        is distinct from (
          $isOperator::boolean, $apiAccess::boolean, $reportAccess::boolean,
          $reportScope::reporting.report_scope
        )
        then clock_timestamp()
      else account.updated_at
    end
  from before
  where account.id = before.id
),
named as (
  -- the organizations of the grants, several of which may have the same one
  select company.id as company_id, bool_or(entry.is_developer) as is_developer
  from unnest($handles::text[], $developers::boolean[]) as entry (handle, is_developer)
  join reporting.company on lower(company.handle) = lower(entry.handle)
  group by company.id
),
held as (
  -- previous rights
  select member.company_id, member.provider_access, member.provider_developer
  from reporting.member
  join before on before.id = member.account_id
),
changing as (
  -- granted memberships, and withdrawn ones (no is_developer), locked in ID order
  select member.id, named.is_developer
  from reporting.member
  join before on before.id = member.account_id
  left join named on named.company_id = member.company_id
  where (member.provider_access, member.provider_developer)
    is distinct from (named.company_id is not null, coalesce(named.is_developer, false))
  order by member.id
  for no key update of member
),
given as (
  update reporting.member
  set provider_access = true, provider_developer = changing.is_developer
  from changing
  where member.id = changing.id
    and changing.is_developer is not null
  returning member.company_id, member.provider_developer
),
joined as (
  -- the caller has locked the account, so that nobody else adds a membership
  insert into reporting.member (
    uuid, company_id, account_id, has_access, is_developer, provider_access, provider_developer
  )
  select gen_random_uuid(), named.company_id, before.id, false, false, true, named.is_developer
  from named
  cross join before
  where not exists (select from held where held.company_id = named.company_id)
  returning company_id, provider_developer
),
withdrawn as (
  update reporting.member
  set provider_access = false, provider_developer = false
  from changing
  where member.id = changing.id
    and changing.is_developer is null
  returning member.company_id
),
change as (
  -- changed memberships, before and after
  select
    given.company_id,
    coalesce(held.provider_access, false) as had_access,
    true as has_access,
    coalesce(held.provider_developer, false) as was_developer,
    given.provider_developer as is_developer
  from (select * from given union all select * from joined) as given
  left join held using (company_id)
  union all
  select withdrawn.company_id, true, false, held.provider_developer, false
  from withdrawn
  join held using (company_id)
)
insert into reporting.audit_event (kind, actor, account_id, company_id, address, detail)
select event.kind, $actor::text, $accountId::integer, event.company_id, $address::inet,
  event.detail || jsonb_strip_nulls(jsonb_build_object('by', 'single sign-on', 'reason', $reason::text))
from (
  select
    'grants-changed' as kind,
    null::integer as company_id,
    jsonb_build_object(
      'apiAccess', $apiAccess::boolean,
      'reportAccess', $reportAccess::boolean,
      'reportScope', $reportScope::reporting.report_scope,
      'before', jsonb_build_object(
        'apiAccess', provider_api_access,
        'reportAccess', provider_report_access,
        'reportScope', provider_report_scope
      )
    ) as detail
  from before
  where (provider_api_access, provider_report_access, provider_report_scope)
    is distinct from ($apiAccess::boolean, $reportAccess::boolean, $reportScope::reporting.report_scope)
  union all
  select 'operator-changed', null, jsonb_build_object('isOperator', $isOperator::boolean)
  from before
  where provider_operator <> $isOperator::boolean
  union all
  select 'organization-access-changed', company_id, jsonb_build_object('hasAccess', has_access)
  from change
  where had_access <> has_access
  union all
  select 'developer-role-changed', company_id, jsonb_build_object('isDeveloper', is_developer)
  from change
  where was_developer <> is_developer
  union all
  select 'provider-rights-kept', null, jsonb_build_object('claims', $omitted::text[])
  where cardinality($omitted::text[]) > 0
) as event
