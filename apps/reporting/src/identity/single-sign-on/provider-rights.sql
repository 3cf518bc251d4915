-- name: link-identity
-- One row: the enabled account of a person at the provider. No row: there is none, or another call is
-- linking it at this moment, which a second look will see.
-- The first sign-in links issuer and subject to the account of the verified e-mail (folded by `foldEmail`);
-- later ones go by the link alone. An account that is linked already is not linked to a second person of
-- the same provider, who may have been given the e-mail address of one who left (a unique key: account and
-- issuer).
with linked as (
  -- who signed in here before
  select account_id
  from reporting.account_identity
  where issuer = $issuer::text
    and subject = $subject::text
),
newly_linked as (
  insert into reporting.account_identity (issuer, subject, account_id)
  select $issuer::text, $subject::text, account.id
  from reporting.account
  where lower(account.email) = $verifiedEmail::text
    and account.disabled_at is null
    and not exists (select from linked)
  on conflict do nothing
  returning account_id
)
select account.id as "accountId"
from (select * from linked union all select * from newly_linked) as identity
join reporting.account on account.id = identity.account_id
where account.disabled_at is null

-- name: create-provided-account
-- Creates an account without a password for somebody whom the provider gives a right and who has none here, neither by
-- a link nor by the e-mail.
with created as (
  insert into reporting.account (uuid, email, name)
  select gen_random_uuid(), $email::text, $name::text
  where not exists (
    select
    from reporting.account_identity
    where issuer = $issuer::text
      and subject = $subject::text
  )
  on conflict (lower(email)) do nothing
  returning id
)
insert into reporting.audit_event (kind, actor, account_id, address, detail)
select 'account-created', $actor::text, id, $address::inet, '{"by": "single sign-on"}'
from created

-- name: find-signed-on
-- One row: an account with what signing in asks of it, as it is now.
select
  account.id as "accountId",
  account.uuid as "accountUuid",
  account.email,
  rights.is_operator as "isOperator"
from reporting.account
join reporting.account_rights as rights on rights.account_id = account.id
where account.id = $accountId::integer
