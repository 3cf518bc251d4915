-- One row: the secret of that id, which is gone. No row: the account has none of that id.
with revoked as (
  delete from reporting.client_secret
  where account_id = $accountId::integer
    and uuid = $id::uuid
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
