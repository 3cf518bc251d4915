-- name: find-caller
-- One row: the credential that was presented, its account as it is now, and the organizations that the
-- request may be about: the one that a secret carries or that a sign-in named, the one named by handle, the one
-- named by id.
-- No row if there is no such secret, or no session with that ID that has not ended. Records the last use at most once a
-- minute, so that a busy secret does not cause a write for every request.
with presented as (
  -- the personal or client secret with that hash, or the session with that ID
  select
    'personal-secret' as credential,
    hash,
    prefix,
    null::uuid as session_id,
    account_id,
    company_id,
    null::timestamptz as expires_at
  from reporting.personal_secret
  where hash = $hash::bytea
  union all
  select 'client-secret', hash, prefix, null, account_id, company_id, expires_at
  from reporting.client_secret
  where hash = $hash::bytea
  union all
  select
    'session',
    null,
    left(id::text, 8),
    id,
    account_id,
    case when is_company_named then company_id end,
    expires_at
  from reporting.session
  where id = $session::uuid
    and ended_at is null
),
usable as (
  -- a credential that has not expired, of an enabled account
  select presented.hash
  from presented
  join reporting.account on account.id = presented.account_id
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
organization as (
  -- each organization in question, and the account's membership in it
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
      'isMember', member.member_id is not null,
      'hasAccess', coalesce(member.has_access, false),
      'isDeveloper', coalesce(member.is_developer, false),
      'shownDepartments', member.shown_departments,
      'keepsRecords', coalesce(member.has_access and member.keeps_records, false)
    ) as facts
  from presented
  join reporting.company
    on company.id = presented.company_id
    or lower(company.handle) = lower($handle::text)
    or company.uuid = $companyId::uuid
  left join reporting.member_rights as member
    on member.account_id = presented.account_id
    and member.company_id = company.id
)
select
  presented.credential,
  presented.prefix,
  presented.session_id as "sessionId",
  coalesce(presented.expires_at <= now(), false) as "isExpired",
  account.id as "accountId",
  account.uuid as "accountUuid",
  account.email,
  account.name,
  rights.is_operator as "isOperator",
  rights.api_access as "apiAccess",
  rights.report_access as "reportAccess",
  account.disabled_at is not null as "isDisabled",
  (select facts from organization where id = presented.company_id) as own,
  (select facts from organization where folded_handle = lower($handle::text)) as "byHandle",
  (select facts from organization where uuid = $companyId::uuid) as "byId"
from presented
join reporting.account on account.id = presented.account_id
join reporting.account_rights as rights on rights.account_id = account.id

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
