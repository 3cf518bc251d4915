-- One row: the account, and whether it had a secret, which is gone. No row: no such account.
with owner as (
  select id
  from reporting.account
  where lower(email) = lower($email::text)
),
revoked as (
  delete from reporting.personal_secret
  using owner
  where personal_secret.account_id = owner.id
  returning personal_secret.account_id, personal_secret.company_id, personal_secret.prefix
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, detail)
  select 'secret-revoked', $actor::text, account_id, company_id, jsonb_build_object('prefix', prefix)
  from revoked
)
select exists (select from revoked) as "hadSecret"
from owner
