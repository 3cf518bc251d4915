-- name: find-caller
-- One row: the presented credential, the current state of its account or service account, and the organizations that
-- the request may be about: the one bound to a secret or specified at sign-in, and those specified by handle and ID.
-- No row for an unknown secret, or a session that is unknown or has ended. Records the last use at most once
-- a minute, so that a busy secret does not cause a write for every request.
with requested as materialized (
  -- Materialized so that PostgreSQL keeps one plan: it would otherwise plan again for each combination of nulls.
  select
    $hash::bytea as hash,
    $session::uuid as session_id,
    lower($handle::text) as folded_handle,
    $companyId::uuid as company_uuid
),
presented as (
  -- the secret with that hash, or the session with that ID
  select
    'personal-secret' as credential,
    secret.hash,
    secret.prefix,
    null::uuid as session_id,
    secret.account_id,
    null::integer as service_account_id,
    secret.company_id,
    null::timestamptz as expires_at
  from requested
  join reporting.personal_secret as secret on secret.hash = requested.hash
  union all
  select 'client-secret', secret.hash, prefix, null, account_id, null, company_id, expires_at
  from requested
  join reporting.client_secret as secret on secret.hash = requested.hash
  union all
  select 'service-secret', secret.hash, secret.prefix, null, null, service.id, service.company_id, service.expires_at
  from requested
  join reporting.service_secret as secret on secret.hash = requested.hash
  join reporting.service_account as service on service.id = secret.service_account_id
  union all
  select
    'session',
    null,
    left(session.id::text, 8),
    session.id,
    session.account_id,
    null,
    case when session.is_company_named then session.company_id end,
    session.expires_at
  from requested
  join reporting.session on session.id = requested.session_id
  where session.ended_at is null
),
usable as (
  -- a credential that has not expired, of an enabled account or a service account
  select presented.hash
  from presented
  left join reporting.account on account.id = presented.account_id
  where account.disabled_at is null
    and (presented.expires_at is null or presented.expires_at > now())
),
used_personal_secret as (
  update reporting.personal_secret
  set last_used_at = now()
  from usable
  where personal_secret.hash = usable.hash
    and (last_used_at is null or last_used_at < now() - interval '1 minute')
),
used_client_secret as (
  update reporting.client_secret
  set last_used_at = now()
  from usable
  where client_secret.hash = usable.hash
    and (last_used_at is null or last_used_at < now() - interval '1 minute')
),
used_service_secret as (
  update reporting.service_secret
  set last_used_at = now()
  from usable
  where service_secret.hash = usable.hash
    and (last_used_at is null or last_used_at < now() - interval '1 minute')
),
organization as (
  -- each organization in question, with the rights in it
  select
    company.id,
    lower(company.handle) as folded_handle,
    company.uuid,
    jsonb_build_object(
      'id', company.id,
      'uuid', company.uuid,
      'handle', company.handle,
      'name', company.name,
      'measurementNames', reporting.measurement_names(company.id),
      'isMember', rights.has_access is not null,
      'hasAccess', coalesce(rights.has_access, false),
      'isDeveloper', coalesce(rights.is_developer, false),
      'shownDepartments', rights.shown_departments,
      'keepsRecords', coalesce(rights.has_access and rights.keeps_records, false)
    ) as facts
  from presented
  cross join lateral (
    select presented.company_id as id
    union
    select company.id from requested join reporting.company on lower(company.handle) = requested.folded_handle
    union
    select company.id from requested join reporting.company on company.uuid = requested.company_uuid
  ) as relevant
  join reporting.company on company.id = relevant.id
  left join lateral (
    select has_access, is_developer, keeps_records, shown_departments
    from reporting.member_rights
    where account_id = presented.account_id
      and company_id = company.id
    union all
    select true, true, false, case
      when report_departments is not null then array(
        select department.id
        from reporting.department
        where department.company_id = company.id
          and department.uuid = any (report_departments)
        order by department.id
      )
    end
    from reporting.service_account
    where id = presented.service_account_id
      and company_id = company.id
  ) as rights on true
)
select
  presented.credential,
  presented.prefix,
  presented.session_id as "sessionId",
  coalesce(presented.expires_at <= now(), false) as "isExpired",
  coalesce(account.id, service.id) as id,
  coalesce(account.uuid, service.uuid) as uuid,
  account.email,
  coalesce(account.name, service.name) as name,
  coalesce(rights.is_operator, false) as "isOperator",
  coalesce(rights.api_access, false) as "apiAccess",
  coalesce(rights.report_access, false) as "reportAccess",
  account.disabled_at is not null as "isDisabled",
  (select facts from organization where id = presented.company_id) as own,
  (select facts from organization join requested using (folded_handle)) as "byHandle",
  (select facts from organization join requested on requested.company_uuid = organization.uuid) as "byId"
from presented
left join reporting.account on account.id = presented.account_id
left join reporting.account_rights as rights on rights.account_id = account.id
left join reporting.service_account as service on service.id = presented.service_account_id

-- name: find-organizations
-- A row per organization that the platform specifies by handle or ID.
select
  id,
  uuid,
  handle,
  name,
  reporting.measurement_names(id) as "measurementNames",
  null::integer[] as "shownDepartments"
from reporting.company
where lower(handle) = lower($handle::text)
  or uuid = $companyId::uuid
