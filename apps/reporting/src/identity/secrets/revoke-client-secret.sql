-- A row: a client secret of the account that is revoked, the one of $id or, where that is null, every one.
with owner as (
  -- locked before what belongs to it
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
