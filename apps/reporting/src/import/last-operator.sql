-- name: accounts.last-operator
-- A row: a bad value of accounts.csv, where $updateAccounts. It demotes an enabled operator by hand, and no other
-- enabled account would be one after the import.
with demoted as (
  -- the rows that take the right away
  select staged.line
  from staged_account as staged
  join reporting.account on account.uuid = staged.id
  where account.is_operator
    and account.disabled_at is null
    and not staged.is_operator
)
select line, 'isOperator' as "column", 'false' as value,
  'true, since no other enabled account would be an operator' as expected
from demoted
where $updateAccounts::boolean
  and not exists (
    -- operators that the file leaves or makes
    select
    from staged_account as staged
    left join reporting.account on account.uuid = staged.id
    where staged.is_operator
      and account.disabled_at is null
  )
  and not exists (
    -- operators that the file lacks
    select
    from reporting.account
    where is_operator
      and disabled_at is null
      and not exists (select from staged_account as staged where staged.id = account.uuid)
  )
order by line
limit $limit::integer
