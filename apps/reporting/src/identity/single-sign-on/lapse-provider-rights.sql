-- Withdraws expired rights from the provider, optionally only of $accountId, and revokes secrets that are no longer
-- usable: those without manually granted API access, or for an organization without manually granted access. Works in
-- slices and skips accounts locked by a different replica. One row: the number of accounts.
with lapsed as (
  select id, is_operator, api_access, provider_operator, provider_api_access, provider_report_access
  from reporting.account
  where provider_rights_until <= now()
    and ($accountId::integer is null or id = $accountId::integer)
  limit 1000
  for no key update skip locked
),
updated as (
  update reporting.account
  set
    provider_operator = false,
    provider_api_access = false,
    provider_report_access = false,
    provider_report_scope = 'organization',
    provider_rights_until = null,
    updated_at = clock_timestamp()
  from lapsed
  where account.id = lapsed.id
),
membership as (
  -- their rights in organizations
  select member.id, member.account_id, member.company_id, member.provider_developer
  from reporting.member
  join lapsed on lapsed.id = member.account_id
  where member.provider_access
  order by member.id
  for no key update of member
),
withdrawn as (
  update reporting.member
  set provider_access = false, provider_developer = false
  from membership
  where member.id = membership.id
),
unusable as (
  -- accounts whose secrets are no longer usable
  select secret.account_id, secret.company_id
  from lapsed
  join (
    select account_id, company_id from reporting.personal_secret
    union
    select account_id, company_id from reporting.client_secret
  ) as secret on secret.account_id = lapsed.id
  where not (
    lapsed.api_access
    and (
      lapsed.is_operator
      or exists (
        select
        from reporting.member
        where member.account_id = lapsed.id
          and member.company_id = secret.company_id
          and member.has_access
      )
    )
  )
),
personal as (
  delete from reporting.personal_secret as secret
  using unusable
  where secret.account_id = unusable.account_id
    and secret.company_id = unusable.company_id
  returning secret.account_id, secret.company_id, jsonb_build_object('prefix', secret.prefix) as detail
),
client as (
  delete from reporting.client_secret as secret
  using unusable
  where secret.account_id = unusable.account_id
    and secret.company_id = unusable.company_id
  returning
    secret.account_id,
    secret.company_id,
    jsonb_build_object('prefix', secret.prefix, 'name', secret.name) as detail
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, detail)
  select
    event.kind,
    $actor::text,
    event.account_id,
    event.company_id,
    event.detail || '{"by": "single sign-on", "reason": "lapsed"}'
  from (
    select
      'grants-changed' as kind,
      id as account_id,
      null::integer as company_id,
      jsonb_build_object(
        'apiAccess', false,
        'reportAccess', false,
        'before', jsonb_build_object(
          'apiAccess', provider_api_access,
          'reportAccess', provider_report_access
        )
      ) as detail
    from lapsed
    where provider_api_access
    union all
    select 'operator-changed', id, null, '{"isOperator": false}'
    from lapsed
    where provider_operator
    union all
    select 'organization-access-changed', account_id, company_id, '{"hasAccess": false}'
    from membership
    union all
    select 'developer-role-changed', account_id, company_id, '{"isDeveloper": false}'
    from membership
    where provider_developer
    union all
    select 'secret-revoked', account_id, company_id, detail
    from personal
    union all
    select 'secret-revoked', account_id, company_id, detail
    from client
  ) as event
)
select count(*) as "lapsed"
from lapsed
