-- name: link-identity
-- One row: the enabled account of a person at the provider. No row if there is none, or if a concurrent call is
-- linking it, which a second attempt will see. The first sign-in links issuer and subject to the account with the
-- verified e-mail (folded by `foldEmail`), or else to that of the only member with $memberCode in $linkCompany, if it
-- has no e-mail, rights or link yet. Later sign-ins only use the link. A linked account is not linked to a second
-- person of the same provider, who may have been given the e-mail address of somebody who left (unique key of account
-- and issuer).
with linked as (
  -- the account that is already linked
  select account_id
  from reporting.account_identity
  where issuer = $issuer::text
    and subject = $subject::text
),
coded as (
  -- the account with the code, locked so that it gets no rights or e-mail in the meantime
  select account.id
  from reporting.company
  join reporting.member on member.company_id = company.id
  join reporting.account on account.id = member.account_id
  where lower(company.handle) = lower($linkCompany::text)
    and member.code = $memberCode::text
    and member.has_access
    and not exists (
      select
      from reporting.member as other
      where other.company_id = company.id
        and other.code = $memberCode::text
        and other.id <> member.id
    )
    and account.email is null
    and not reporting.holds_rights(account.id)
    and not exists (select from reporting.account_identity where account_id = account.id)
    and not exists (select from reporting.account where lower(email) = $verifiedEmail::text)
  for no key update of account
),
newly_linked as (
  insert into reporting.account_identity (issuer, subject, account_id)
  select $issuer::text, $subject::text, account.id
  from reporting.account
  where (lower(account.email) = $verifiedEmail::text or account.id in (select id from coded))
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
-- Creates an account without a password for a person with rights from the provider and no account yet, whether by
-- link, by e-mail or by a member's code.
with created as (
  insert into reporting.account (uuid, email, name)
  select gen_random_uuid(), $email::text, left($name::text, 200)
  where not exists (
    select
    from reporting.account_identity
    where issuer = $issuer::text
      and subject = $subject::text
  )
    and not exists (
      select
      from reporting.member
      join reporting.company on company.id = member.company_id
      where lower(company.handle) = lower($linkCompany::text)
        and member.code = $memberCode::text
    )
  on conflict (lower(email)) do nothing
  returning id
)
insert into reporting.audit_event (kind, actor, account_id, address, detail)
select 'account-created', $actor::text, id, $address::inet, '{"by": "single sign-on"}'
from created

-- name: explain-refusal
-- One row: why a person at the provider is rejected. No row if there is no such account.
select case
  when disabled_at is not null then 'the account is disabled'
  else 'a different person at the provider is linked to the account with the e-mail address'
end as reason
from reporting.account
left join reporting.account_identity as linked
  on linked.account_id = account.id and linked.issuer = $issuer::text and linked.subject = $subject::text
where linked.subject is not null or lower(email) = $verifiedEmail::text
order by linked.subject is null
limit 1

-- name: find-signed-on
-- One row: the current state of an account that signing in requires.
select
  account.id as "accountId",
  account.uuid as "accountUuid",
  account.email,
  rights.is_operator as "isOperator"
from reporting.account
join reporting.account_rights as rights on rights.account_id = account.id
where account.id = $accountId::integer

-- name: find-expired-rights
-- A row per account whose rights from the provider have expired, optionally only $accountId, locked until the
-- transaction ends. Skips accounts locked by a different replica.
select id as "accountId"
from reporting.account
where provider_rights_until <= now()
  and ($accountId::integer is null or id = $accountId::integer)
limit 1
for no key update skip locked

-- name: find-unusable-secrets
-- A row per organization for which the account has secrets that are unusable without rights from the provider: it has
-- no manually granted API access, or no manually granted access to the organization.
select account.id as "accountId", secret.company_id as "companyId"
from reporting.account
join (
  select account_id, company_id from reporting.personal_secret
  union
  select account_id, company_id from reporting.client_secret
) as secret on secret.account_id = account.id
where account.id = $accountId::integer
  and not (
    account.api_access
    and (
      account.is_operator
      or exists (
        select
        from reporting.member
        where member.account_id = account.id
          and member.company_id = secret.company_id
          and member.has_access
      )
    )
  )
