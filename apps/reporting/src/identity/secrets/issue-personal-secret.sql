-- One row: the secret is stored, in place of the one before.
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
