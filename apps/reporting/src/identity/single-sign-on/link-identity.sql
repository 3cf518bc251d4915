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
