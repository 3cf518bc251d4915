-- name: members.find-withdrawn
-- A row: a member whose access the file withdraws.
select member.id
from staged_member as staged
join reporting.member on member.uuid = staged.id
where member.has_access
  and not staged.has_access
order by member.id

-- name: accounts.lock
-- One row: how many accounts were locked. Locks the existing accounts that the file changes, in the order of their
-- ids, and the operators where it takes the right away from one. The lock is shared: a sign-in with a password takes
-- the same and does not wait, a change of the account or of its memberships does.
with changed as (
  select account.id, account.is_operator and not staged.is_operator as is_demoted
  from staged_account as staged
  join reporting.account on account.uuid = staged.id
  where account.name <> staged.name
    or (account.email is null and staged.email is not null)
    or (
      $updateAccounts::boolean
      and (account.email, account.is_operator, account.api_access, account.report_access)
        is distinct from (staged.email, staged.is_operator, staged.api_access, staged.report_access)
    )
)
select count(*) as "locked"
from (
  select
  from reporting.account
  where id in (
    select id from changed
    union all
    select id
    from reporting.account
    where is_operator
      and $updateAccounts::boolean
      and exists (select from changed where is_demoted)
  )
  order by id
  for share
) as account
