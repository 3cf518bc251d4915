-- name: find-signing-in
-- One row: the enabled account with a folded e-mail (`foldEmail`). No row if there is none or it is disabled.
select
  account.id as "accountId",
  account.uuid as "accountUuid",
  account.email,
  rights.is_operator as "isOperator",
  account.password_hash as "passwordHash"
from reporting.account
join reporting.account_rights as rights on rights.account_id = account.id
where lower(account.email) = $email::text
  and account.disabled_at is null
