-- One row: whether the account has a password, and whether it signs in at the provider alone.
select
  password_hash is not null as "hasPassword",
  password_hash is null
    and exists (
      select
      from reporting.account_identity
      where account_id = account.id
        and issuer = $issuer::text
    ) as "isSignedOnAlone"
from reporting.account
where id = $accountId::integer
