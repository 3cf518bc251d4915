-- One row: the secret is stored, in place of the one before. No row: the account is not a member with
-- access of the organization, or there is no such account.
with owner as (
  select account.id, member.company_id
  from reporting.account
  join reporting.member on member.account_id = account.id
  join reporting.company on company.id = member.company_id
  where lower(account.email) = lower($email::text)
    and lower(company.handle) = lower($company::text)
    and member.has_access
),
stored as (
  insert into reporting.personal_secret (account_id, company_id, prefix, hash)
  select id, company_id, $prefix::text, $hash::bytea
  from owner
  on conflict (account_id) do update
  set
    company_id = excluded.company_id,
    prefix = excluded.prefix,
    hash = excluded.hash,
    created_at = now(),
    last_used_at = null
  returning account_id, company_id, prefix
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, detail)
  select 'secret-generated', $actor::text, account_id, company_id, jsonb_build_object('prefix', prefix)
  from stored
)
select account_id as "accountId"
from stored
