-- Replaces the rights that the provider grants an account: those in all organizations, and memberships with access and
-- optionally the Developer role in the organizations of $handles. If the provider omitted claims, previous rights are
-- kept until they expire, because it is unknown whether it still grants them. Manually granted rights are unchanged.
-- Each change is audited with $reason. Organizations that do not exist are skipped.
with before as (
  select
    id,
    provider_operator as "isOperator",
    provider_api_access as "apiAccess",
    provider_report_access as "reportAccess",
    provider_report_scope as "reportScope"
  from reporting.account
  where id = $accountId::integer
),
request as (
  -- whether previous rights are kept
  select cardinality($omitted::text[]) > 0 as keeps
),
after as (
  select
    $isOperator::boolean or (keeps and "isOperator") as "isOperator",
    $apiAccess::boolean or (keeps and "apiAccess") as "apiAccess",
    $reportAccess::boolean or (keeps and "reportAccess") as "reportAccess",
    case
      when not (keeps and "reportAccess") then $reportScope::reporting.report_scope
      when not $reportAccess::boolean then "reportScope"
      -- the wider one
      else least($reportScope::reporting.report_scope, "reportScope")
    end as "reportScope"
  from before
  cross join request
),
held as (
  -- previous rights in organizations
  select member.company_id, member.provider_access, member.provider_developer
  from reporting.member
  join before on before.id = member.account_id
),
named as (
  -- the organizations of the grants, several of which may have the same one, and those whose rights are kept
  select company_id, bool_or(is_developer) as is_developer
  from (
    select company.id as company_id, entry.is_developer
    from unnest($handles::text[], $developers::boolean[]) as entry (handle, is_developer)
    join reporting.company on lower(company.handle) = lower(entry.handle)
    union all
    select held.company_id, held.provider_developer
    from held
    cross join request
    where request.keeps
      and held.provider_access
  ) as granted
  group by company_id
),
updated as (
  update reporting.account
  set
    provider_operator = after."isOperator",
    provider_api_access = after."apiAccess",
    provider_report_access = after."reportAccess",
    provider_report_scope = after."reportScope",
    provider_rights_until = case
      when after."isOperator" or after."apiAccess" or exists (select from named)
        then coalesce(
          case when request.keeps then account.provider_rights_until end,
          now() + make_interval(secs => $seconds::double precision)
        )
    end,
    updated_at = case
      when to_jsonb(after) = to_jsonb(before) - 'id' then account.updated_at
      else clock_timestamp()
    end
  from before
  cross join after
  cross join request
  where account.id = before.id
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
changed as (
  update reporting.member
  set
    provider_access = changing.is_developer is not null,
    provider_developer = coalesce(changing.is_developer, false)
  from changing
  where member.id = changing.id
  returning member.company_id, member.provider_access, member.provider_developer
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
  returning company_id, provider_access, provider_developer
),
change as (
  -- changed memberships, before and after
  select
    company_id,
    coalesce(held.provider_access, false) as had_access,
    now.provider_access as has_access,
    coalesce(held.provider_developer, false) as was_developer,
    now.provider_developer as is_developer
  from (select * from changed union all select * from joined) as now
  left join held using (company_id)
)
insert into reporting.audit_event (kind, actor, account_id, company_id, address, detail)
select event.kind, $actor::text, $accountId::integer, event.company_id, $address::inet,
  event.detail || jsonb_strip_nulls(jsonb_build_object('by', 'single sign-on', 'reason', $reason::text))
from (
  select kind, null::integer as company_id, detail
  from before
  cross join after
  cross join lateral (
    values
      (
        'grants-changed',
        to_jsonb(after) - 'isOperator' <> to_jsonb(before) - '{id,isOperator}'::text[],
        to_jsonb(after) - 'isOperator' || jsonb_build_object('before', to_jsonb(before) - '{id,isOperator}'::text[])
      ),
      (
        'operator-changed',
        after."isOperator" <> before."isOperator",
        jsonb_build_object('isOperator', after."isOperator")
      ),
      ('provider-rights-kept', cardinality($omitted::text[]) > 0, jsonb_build_object('claims', $omitted::text[]))
  ) as everywhere (kind, has_happened, detail)
  where has_happened
  union all
  select kind, company_id, jsonb_build_object(name, is_held)
  from change
  cross join lateral (
    values
      ('organization-access-changed', 'hasAccess', had_access, has_access),
      ('developer-role-changed', 'isDeveloper', was_developer, is_developer)
  ) as granted (kind, name, was_held, is_held)
  where was_held <> is_held
) as event
