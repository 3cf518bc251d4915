-- One row: how many existing accounts took their name from the file, and their e-mail where $updateAccounts; their
-- rights are never written here, since somebody else may be changing them. A changed name is audited. An account that
-- has its id for an e-mail is new or made room, and was counted and audited then.
with incoming as (
  select
    account.id,
    staged.name as new_name,
    staged.email as new_email,
    account.name,
    account.email = account.uuid::text as is_counted
  from staged_account as staged
  join reporting.account on account.uuid = staged.id
),
updated as (
  update reporting.account as present
  set
    email = case when $updateAccounts::boolean then incoming.new_email else present.email end,
    name = incoming.new_name,
    updated_at = now()
  from incoming
  where present.id = incoming.id
    and (
      present.name <> incoming.new_name
      or ($updateAccounts::boolean and present.email <> incoming.new_email)
    )
  returning present.id, incoming.name, incoming.new_name, incoming.is_counted
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, detail)
  select
    'account-updated',
    $actor::text,
    (select account_id from reporting.import_run where id = $run::integer) as actor_account_id,
    id,
    jsonb_build_object(
      'by', 'import',
      'startedBy', $startedBy::text,
      'before', jsonb_build_object('name', name),
      'after', jsonb_build_object('name', new_name)
    )
  from updated
  where not is_counted
    and name <> new_name
)
select 0 as inserted, (select count(*) from updated where not is_counted) as updated
