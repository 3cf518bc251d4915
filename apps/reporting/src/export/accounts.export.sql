-- A row: an account as an import reads it; with an organization, those of its members.
select
  account.uuid as "id",
  account.email as "email",
  account.name as "name",
  account.is_operator as "isOperator",
  account.api_access as "apiAccess",
  account.report_access as "reportAccess"
from reporting.account
where $organization::integer is null
  or account.id in (
    select account_id
    from reporting.member
    where company_id = $organization::integer
  )
order by account.id
