-- name: issue-client-secret
-- Stores a secret. No row if the account has reached the max number. The caller has locked the account, so that
-- concurrent calls cannot exceed it.
with stored as (
  insert into reporting.client_secret (account_id, company_id, name, prefix, hash, expires_at)
  select
    $accountId::integer,
    $companyId::integer,
    $name::text,
    $prefix::text,
    $hash::bytea,
    $expiresAt::timestamptz
  where (select count(*) from reporting.client_secret where account_id = $accountId::integer) < $max::integer
  returning uuid, account_id, company_id, name, prefix, created_at
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
    jsonb_build_object('prefix', prefix, 'name', name)
  from stored
)
select uuid as "id", created_at as "generatedAt"
from stored

-- name: revoke-client-secret
-- Revokes the client secret with $id or, if that is null, all of the account's. A row per revoked secret.
with owner as (
  -- locked before its secrets
  select id
  from reporting.account
  where id = $accountId::integer
  for key share
),
revoked as (
  delete from reporting.client_secret
  using owner
  where account_id = owner.id
    and ($id::uuid is null or uuid = $id::uuid)
  returning account_id, company_id, name, prefix
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
    jsonb_build_object('prefix', prefix, 'name', name)
  from revoked
)
select prefix
from revoked
