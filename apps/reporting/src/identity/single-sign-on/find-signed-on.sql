-- One row: an account with what signing in asks of it, as it is now.
select
  account.id as "accountId",
  account.uuid as "accountUuid",
  account.email,
  rights.is_operator as "isOperator"
from reporting.account
join reporting.account_rights as rights on rights.account_id = account.id
where account.id = $accountId::integer
