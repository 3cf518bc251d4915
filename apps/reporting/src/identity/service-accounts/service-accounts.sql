-- name: list-service-accounts
-- A row per service account with its organization and number of secrets, ordered by name, and the total count. A page
-- past the end is one row without an account. $serviceAccountId selects a single account.
with page as (
  select *
  from reporting.service_account
  where $serviceAccountId::uuid is null or uuid = $serviceAccountId::uuid
  order by lower(name collate "und-x-icu"), uuid
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  page.uuid as "id",
  page.name,
  company.handle as "company",
  case when page.report_departments is null then 'organization' else 'departments' end as "reportScope",
  coalesce(page.report_departments, '{}') as "reportDepartments",
  page.expires_at as "expiresAt",
  page.created_at as "createdAt",
  (select count(*) from reporting.service_secret where service_account_id = page.id) as "secrets"
from (select count(*) as total from reporting.service_account) as everything
left join page on true
left join reporting.company on company.id = page.company_id
order by lower(page.name collate "und-x-icu"), page.uuid

-- name: add-service-account
-- Creates an account. Audited.
with added as (
  insert into reporting.service_account (company_id, name, report_departments, expires_at)
  values ($companyId::integer, $name::text, $departments::uuid[], $expiresAt::timestamptz)
  returning uuid, name, company_id
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select 'service-account-created', $actor::text, $actorAccountId::integer, $actorAccountId::integer, company_id,
    $address::inet, jsonb_build_object('id', uuid, 'name', name)
  from added
)
select uuid as "id"
from added

-- name: lock-service-account
-- Locks an account until the transaction ends.
select id, company_id as "companyId", expires_at as "expiresAt"
from reporting.service_account
where uuid = $serviceAccountId::uuid
for update

-- name: change-service-account
-- Changes an account; omitted fields are unchanged. The caller has locked it. Audited if anything changes.
with before as (
  select id, name, report_departments, expires_at
  from reporting.service_account
  where id = $id::integer
),
after as (
  select
    id,
    coalesce($name::text, name)::varchar as name,
    case when $hasScope::boolean then $departments::uuid[] else report_departments end as report_departments,
    case when $hasExpiry::boolean then $expiresAt::timestamptz(3) else expires_at end as expires_at
  from before
),
changed as (
  update reporting.service_account as account
  set name = after.name, report_departments = after.report_departments, expires_at = after.expires_at
  from after
  cross join before
  where account.id = after.id
    and after is distinct from before
  returning account.uuid, account.company_id, account.name
),
facts as (
  select jsonb_object_agg(
    state,
    jsonb_build_object(
      'name', name,
      'reportDepartments', coalesce(array_to_string(report_departments, ';'), ''),
      'expiresAt', expires_at
    )
  ) as detail
  from (select 'before' as state, * from before union all select 'after', * from after) as states
)
insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
select 'service-account-updated', $actor::text, $actorAccountId::integer, $actorAccountId::integer, company_id,
  $address::inet, jsonb_build_object('id', uuid, 'name', name) || facts.detail
from changed
cross join facts

-- name: delete-service-account
-- Deletes an account with its secrets. Audited.
with deleted as (
  delete from reporting.service_account
  where uuid = $serviceAccountId::uuid
  returning uuid, name, company_id
)
insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
select 'service-account-deleted', $actor::text, $actorAccountId::integer, $actorAccountId::integer, company_id,
  $address::inet, jsonb_build_object('id', uuid, 'name', name)
from deleted

-- name: issue-service-secret
-- Stores a secret. No row if the account has reached the max number. The caller has locked it. Audited.
with stored as (
  insert into reporting.service_secret (service_account_id, name, prefix, hash)
  select $id::integer, $secretName::text, $prefix::text, $hash::bytea
  where (select count(*) from reporting.service_secret where service_account_id = $id::integer) < $max::integer
  returning uuid, service_account_id, name, prefix, created_at
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select 'secret-generated', $actor::text, $actorAccountId::integer, $actorAccountId::integer,
    service_account.company_id, $address::inet,
    jsonb_build_object('prefix', stored.prefix, 'name', stored.name, 'serviceAccount', service_account.name)
  from stored
  join reporting.service_account on service_account.id = stored.service_account_id
)
select uuid as "id", created_at as "generatedAt"
from stored
