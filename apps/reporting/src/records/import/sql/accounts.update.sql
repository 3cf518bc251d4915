-- One row: how many existing accounts took their name from the file, and their e-mail where $updatesAccounts; their
-- rights are never written here, since somebody else may be changing them. An account that has its id for an e-mail
-- is new or made room, and was counted then.
with incoming as (
  select account.id, staged.name, staged.email, account.email = account.uuid::text as is_counted
  from staged_account as staged
  join reporting.account on account.uuid = staged.id
),
updated as (
  update reporting.account as present
  set
    email = case when $updatesAccounts::boolean then incoming.email else present.email end,
    name = incoming.name,
    updated_at = now()
  from incoming
  where present.id = incoming.id
    and (present.name <> incoming.name or ($updatesAccounts::boolean and present.email <> incoming.email))
  returning is_counted
)
select 0 as inserted, (select count(*) from updated where not is_counted) as updated
