-- name: issue-personal-secret
-- Stores a secret, replacing the previous one.
with stored as (
  insert into reporting.personal_secret (account_id, company_id, prefix, hash)
  values ($accountId::integer, $companyId::integer, $prefix::text, $hash::bytea)
  on conflict (account_id) do update
  set
    company_id = excluded.company_id,
    prefix = excluded.prefix,
    hash = excluded.hash,
    created_at = now(),
    last_used_at = null
  returning account_id, company_id, prefix, created_at
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select
    'secret-generated',
    $actor::text,
    $actorAccountId::integer,
    account_id,
    company_id,
    $address::inet,
    jsonb_build_object('prefix', prefix)
  from stored
)
select created_at as "generatedAt"
from stored

-- name: describe-personal-secret
-- One row: the account's personal secret and its organization, null if there is none, and whether the account has the
-- Developer role there, or else in $companyId.
select
  personal_secret.prefix,
  personal_secret.created_at as "generatedAt",
  personal_secret.last_used_at as "lastUsedAt",
  company.uuid as "companyId",
  company.handle as "companyHandle",
  coalesce(member.has_access and member.is_developer, false) as "isDeveloper",
  coalesce(member.has_access and member.keeps_records, false) as "keepsRecords"
from reporting.account
left join reporting.personal_secret on personal_secret.account_id = account.id
left join reporting.company on company.id = personal_secret.company_id
left join reporting.member_rights as member
  on member.account_id = account.id
  and member.company_id = coalesce(personal_secret.company_id, $companyId::integer)
where account.id = $accountId::integer

-- name: revoke-secrets
-- Revokes the personal and client secrets of all accounts issued before $issuedBefore, or all if that is null. One row:
-- the number revoked.
with owner as (
  -- locked before their secrets
  select id
  from reporting.account
  where id in (
    select account_id from reporting.personal_secret
    union all
    select account_id from reporting.client_secret
  )
  order by id
  for key share
),
personal as (
  delete from reporting.personal_secret
  using owner
  where account_id = owner.id
    and ($issuedBefore::timestamptz is null or created_at < $issuedBefore::timestamptz)
  returning account_id, company_id, prefix
),
client as (
  delete from reporting.client_secret
  using owner
  where account_id = owner.id
    and ($issuedBefore::timestamptz is null or created_at < $issuedBefore::timestamptz)
  returning account_id, company_id, prefix, name
),
revoked as (
  select account_id, company_id, jsonb_build_object('prefix', prefix) as detail from personal
  union all
  select account_id, company_id, jsonb_build_object('prefix', prefix, 'name', name) from client
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, detail)
  select 'secret-revoked', $actor::text, account_id, company_id, detail
  from revoked
)
select count(*) as "revoked"
from revoked

-- name: revoke-personal-secret
-- Revokes the account's secret. No row if it had none.
with owner as (
  -- locked before its secret
  select id
  from reporting.account
  where id = $accountId::integer
  for key share
),
revoked as (
  delete from reporting.personal_secret
  using owner
  where account_id = owner.id
  returning account_id, company_id, prefix
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select
    'secret-revoked',
    $actor::text,
    $actorAccountId::integer,
    account_id,
    company_id,
    $address::inet,
    jsonb_build_object('prefix', prefix)
  from revoked
)
select prefix
from revoked
