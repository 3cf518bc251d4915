-- One row: the secret of the account, which is gone. No row: it had none.
with owner as (
  -- locked before what belongs to it
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
