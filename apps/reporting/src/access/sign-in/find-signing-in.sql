-- One row: the enabled account of a folded e-mail (`foldEmail`). No row: there is none, or it is disabled.
select
  id as "accountId",
  uuid as "accountUuid",
  email,
  is_operator as "isOperator",
  password_hash as "passwordHash"
from reporting.account
where lower(email) = $email::text
  and disabled_at is null
