-- name: find-withdrawn
-- A row per member whose access the file withdraws.
select member.id
from staged_member as staged
join reporting.member on member.uuid = staged.id
where member.has_access
  and not staged.has_access
order by member.id

-- name: lock-accounts
-- One row: how many accounts were locked. Locks the existing accounts that the file or the undone import changes, in ID
-- order, and all operators if one is demoted. The lock is shared: a sign-in with a password takes the same lock and
-- does not wait; a change of the account or of its memberships waits.
with changed as (
  select account_id as id, is_demoted
  from account_change
  where is_renamed
    or ($updateAccounts::boolean and is_regranted)
  union all
  select account.id, account.is_operator and change.before is null
  from reporting.import_change as change
  join reporting.account on account.uuid = change.person
  where change.run_id = $undoes::integer
    and change.file = 'accounts.csv'
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
