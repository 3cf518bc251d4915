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
  select 'secret-generated', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet,
    jsonb_build_object('prefix', prefix, 'name', name)
  from stored
)
select uuid as "id", created_at as "generatedAt"
from stored
