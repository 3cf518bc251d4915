-- name: revoke-secrets
-- Revokes secrets of accounts, each in an organization or, if that is null, in any; of all accounts and service
-- accounts if $accountIds is null; and those of the service account $serviceAccountId. Only those of a $kind, with an
-- $id and $issuedBefore a time, if given. Each is audited with $reason.
with owner as materialized (
  -- locked before their secrets
  select account.id, given.company_id
  from unnest(
    coalesce(
      $accountIds::integer[],
      array(
        select account_id from reporting.personal_secret
        union
        select account_id from reporting.client_secret
      )
    ),
    $companyIds::integer[]
  ) as given (account_id, company_id)
  join reporting.account on account.id = given.account_id
  order by account.id
  for key share of account
),
personal as (
  delete from reporting.personal_secret as secret
  using owner
  where secret.account_id = owner.id
    and (owner.company_id is null or secret.company_id = owner.company_id)
    and $kind::text is distinct from 'client'
    and ($issuedBefore::timestamptz is null or secret.created_at < $issuedBefore::timestamptz)
  returning secret.account_id, secret.company_id, secret.prefix, null::text as name, null::text as service_account
),
client as (
  delete from reporting.client_secret as secret
  using owner
  where secret.account_id = owner.id
    and (owner.company_id is null or secret.company_id = owner.company_id)
    and $kind::text is distinct from 'personal'
    and ($id::uuid is null or secret.uuid = $id::uuid)
    and ($issuedBefore::timestamptz is null or secret.created_at < $issuedBefore::timestamptz)
  returning secret.account_id, secret.company_id, secret.prefix, secret.name, null::text
),
service as (
  delete from reporting.service_secret as secret
  using reporting.service_account
  where service_account.id = secret.service_account_id
    and ($accountIds::integer[] is null or service_account.uuid = $serviceAccountId::uuid)
    and ($id::uuid is null or secret.uuid = $id::uuid)
    and ($issuedBefore::timestamptz is null or secret.created_at < $issuedBefore::timestamptz)
  returning $actorAccountId::integer, service_account.company_id, secret.prefix, secret.name, service_account.name
),
revoked as (
  select * from personal
  union all
  select * from client
  union all
  select * from service
)
insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
select 'secret-revoked', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet,
  jsonb_strip_nulls(jsonb_build_object('prefix', prefix, 'name', name, 'serviceAccount', service_account))
    || $reason::jsonb
from revoked
