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
  select 'secret-generated', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet,
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

-- name: issue-client-secret
-- Stores a secret. No row if the account has reached the max number. The caller has locked the account, so that
-- concurrent calls cannot exceed it.
with stored as (
  insert into reporting.client_secret (account_id, company_id, name, prefix, hash, expires_at)
  select $accountId::integer, $companyId::integer, $name::text, $prefix::text, $hash::bytea, $expiresAt::timestamptz
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
