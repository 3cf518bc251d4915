-- One row: the secret of the account, which is gone. No row: it had none.
with revoked as (
  delete from reporting.personal_secret
  where account_id = $accountId::integer
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
