-- name: apply
-- One row: how many accounts of the file there were, and how many were inserted. A new account takes all from the
-- file, and its rights are audited where it has any. Existing ones are not even locked here: nobody could sign in
-- to them until the import ends. One of them may still have the e-mail of a new account; that has its id for an
-- e-mail until then (accounts.update.sql).
with incoming as (
  -- the file's accounts, with their keys where they exist, and whoever has their e-mail
  select staged.*, account.id as account_id, holder.id as holder_id
  from staged_account as staged
  left join reporting.account on account.uuid = staged.id
  left join reporting.account as holder
    on $updateAccounts::boolean
    and lower(holder.email) = lower(staged.email)
  where staged.line between $from::integer and $to::integer
),
inserted as (
  insert into reporting.account (uuid, email, name, is_operator, api_access, report_access)
  select
    id,
    case when holder_id is null then email else id::text end,
    name,
    is_operator,
    api_access,
    report_access
  from incoming
  where account_id is null
  returning id, is_operator, api_access, report_access
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, detail)
  select
    'account-created',
    $actor::text,
    (select account_id from reporting.import_run where id = $run::integer) as actor_account_id,
    id,
    jsonb_build_object(
      'by', 'import',
      'startedBy', $startedBy::text,
      'isOperator', is_operator,
      'apiAccess', api_access,
      'reportAccess', report_access
    )
  from inserted
  where is_operator or api_access
)
select
  (select count(*) from incoming) as seen,
  (select count(*) from inserted) as inserted,
  0 as updated

-- name: change
-- One row: how many existing accounts changed, where $updateAccounts. Each is locked as it is now, and a change
-- is audited. An e-mail may pass from one account to another, and its index looks at each
-- row: an e-mail that changes makes room here, and is the new one by the next statement (accounts.update.sql). An
-- account that has its id for an e-mail is new, and waits for this room.
with changing as (
  select
    account.id,
    account.uuid,
    account.email,
    account.name,
    account.is_operator,
    account.api_access,
    account.report_access,
    staged.name as new_name,
    staged.email as new_email,
    staged.is_operator as new_is_operator,
    staged.api_access as new_api_access,
    staged.report_access as new_report_access,
    lower(account.email) is distinct from lower(staged.email) as makes_room
  from staged_account as staged
  join reporting.account on account.uuid = staged.id
  where $updateAccounts::boolean
    and account.email is distinct from account.uuid::text
    and (account.email, account.name, account.is_operator, account.api_access, account.report_access)
      is distinct from
      (staged.email, staged.name, staged.is_operator, staged.api_access, staged.report_access)
  for no key update of account
),
updated as (
  update reporting.account as present
  set
    email = case when makes_room then present.uuid::text else new_email end,
    name = new_name,
    is_operator = new_is_operator,
    api_access = new_api_access,
    report_access = new_report_access,
    updated_at = now()
  from changing
  where present.id = changing.id
  returning 1
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
      'before', jsonb_build_object(
        'email', email,
        'name', name,
        'isOperator', is_operator,
        'apiAccess', api_access,
        'reportAccess', report_access
      ),
      'after', jsonb_build_object(
        'email', new_email,
        'name', new_name,
        'isOperator', new_is_operator,
        'apiAccess', new_api_access,
        'reportAccess', new_report_access
      )
    )
  from changing
)
select 0 as inserted, (select count(*) from updated) as updated

-- name: faults
-- A row: a bad value of accounts.csv. E-mails are unique in any case of letters; what counts is the e-mail that
-- the account will have, which is its own unless it has none and no right, or $updateAccounts. Operators are made only
-- where $allowOperators. No account is given an e-mail with a letter that `foldEmail` keeps apart from a plain one.
with effective as (
  -- the accounts of the file with the e-mail that each will have
  select
    staged.line,
    staged.id,
    lower(
      case
        when account.id is null or $updateAccounts::boolean then staged.email
        when account.email is null and not reporting.holds_rights(account.id) then staged.email
        else account.email
      end
    ) as email
  from staged_account as staged
  left join reporting.account on account.uuid = staged.id
)
select again.line, 'email' as "column", again.email as value,
  'an e-mail that is in the file once; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose e-mail an earlier row has
  select *, min(line) over (partition by email) as first_line
  from effective
  where email is not null
) as again
where again.line > again.first_line
union all
select effective.line, 'email', effective.email,
  'an e-mail that no other account has'
    || case
      when $isKeeper::boolean then '; an operator adds a membership of that account'
      else '; for a membership in another organization use the id of that account, ' || account.uuid
    end
from effective
join reporting.account on lower(account.email) = effective.email
where account.uuid <> effective.id
  and not exists (select from effective as other where other.id = account.uuid)
  and not exists (select from leaving where file = 'accounts.csv' and leaving.id = account.uuid)
union all
select staged.line, 'email', staged.email, 'an e-mail without letters that only look like a plain i or k'
from staged_account as staged
left join reporting.account on account.uuid = staged.id
where staged.email ~ U&'[\0130\212A]'
  and account.email is distinct from staged.email
  and (account.email is null or $updateAccounts::boolean)
union all
select staged.line, 'email', '', 'an e-mail, which the password and the secrets of the account need'
from staged_account as staged
join reporting.account on account.uuid = staged.id
where $updateAccounts::boolean
  and staged.email is null
  and (
    account.password_hash is not null
    or exists (select from reporting.personal_secret where account_id = account.id)
    or exists (select from reporting.client_secret where account_id = account.id)
  )
union all
select line, 'apiAccess', api_access::text, 'true, since report access includes API access'
from staged_account
where report_access and not api_access
union all
select staged.line, 'isOperator', 'true',
  'false, since {allowOperators} was not given; operators reach every organization'
from staged_account as staged
left join reporting.account on account.uuid = staged.id
where staged.is_operator
  and not $allowOperators::boolean
  and (account.id is null or ($updateAccounts::boolean and not account.is_operator))
union all
select staged.line, 'id', staged.id::text,
  'a new account, or one of ' || array_to_string($companies::text[], ', ')
    || ', to which the import is kept; leave the row out: a row of members.csv lets an account that exists join'
from staged_account as staged
join reporting.account on account.uuid = staged.id
where $companies::text[] is not null
  and not exists (
    select
    from reporting.member
    join reporting.company on company.id = member.company_id
    where member.account_id = account.id
      and company.uuid in (select id from allowed_company)
  )
  and (
    -- a member of nobody may come back, by members.csv, where the row leaves the account as it is
    exists (select from reporting.member where member.account_id = account.id)
    or account.name <> staged.name
    or (account.email is null and staged.email is not null)
    or (
      $updateAccounts::boolean
      and (account.email, account.is_operator, account.api_access, account.report_access)
        is distinct from (staged.email, staged.is_operator, staged.api_access, staged.report_access)
    )
  )
union all
select staged.line, granted.name, 'true', 'false, since only an operator gives rights, and may do so later'
from staged_account as staged
left join reporting.account on account.uuid = staged.id
cross join lateral (
  values
    ('isOperator', staged.is_operator),
    ('apiAccess', staged.api_access),
    ('reportAccess', staged.report_access)
) as granted (name, is_granted)
where not $mayGrant::boolean
  and granted.is_granted
  and account.id is null
union all
select staged.line, 'id', staged.id::text, 'an id of nobody who was erased, unless {allowErased} is given'
from staged_account as staged
join reporting.erasure on erasure.id = staged.id
where not $allowErased::boolean

-- name: update
-- One row: how many existing accounts took their name from the file, and their e-mail where $updateAccounts, or where
-- they have none and no right; their rights are never written here, since somebody else may be changing them. A change
-- is audited. An account that has its id for an e-mail is new or made room, and was counted and audited then.
with incoming as (
  select
    account.id,
    staged.name as new_name,
    staged.email as new_email,
    account.name,
    account.email,
    account.email is not distinct from account.uuid::text as is_counted
  from staged_account as staged
  join reporting.account on account.uuid = staged.id
),
updated as (
  update reporting.account as present
  set
    email = case
      when $updateAccounts::boolean or (present.email is null and not reporting.holds_rights(present.id))
        then incoming.new_email
      else present.email
    end,
    name = incoming.new_name,
    updated_at = now()
  from incoming
  where present.id = incoming.id
    and (
      present.name <> incoming.new_name
      or ($updateAccounts::boolean and present.email is distinct from incoming.new_email)
      or (present.email is null and incoming.new_email is not null and not reporting.holds_rights(present.id))
    )
  returning
    present.id, incoming.name, incoming.new_name, incoming.email, present.email as kept_email, incoming.is_counted
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
      'before', jsonb_build_object('name', name)
        || case when email is distinct from kept_email then jsonb_build_object('email', email) else '{}' end,
      'after', jsonb_build_object('name', new_name)
        || case when email is distinct from kept_email then jsonb_build_object('email', kept_email) else '{}' end
    )
  from updated
  where not is_counted
)
select 0 as inserted, (select count(*) from updated where not is_counted) as updated
