-- name: apply
-- One row: how many accounts the slice has, and how many were inserted. Rights of new accounts are audited. Existing
-- accounts are not locked here, because sign-ins to them would wait until the import ends. If an existing account still
-- has the e-mail of a new one, the new one has its id as a placeholder until `after-email`.
with incoming as (
  -- the file's accounts, their keys if they exist, and the current holders of their e-mails
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

-- name: after-change
-- One row: how many existing accounts changed. All take their names from the file; with $updateAccounts also their
-- e-mails and rights; without it only e-mails, and only if they had neither an e-mail nor rights. Each is locked first,
-- and changes are audited. An e-mail may move from one account to another, but the unique index checks each row: a
-- changing e-mail becomes the account's id here, and the new one in `after-email`. Accounts that already have their id
-- as e-mail are new.
with changing as (
  select account.id, before, after
  from staged_account as staged
  join reporting.account on account.uuid = staged.id
  cross join lateral (
    select
      $updateAccounts::boolean as rights,
      $updateAccounts::boolean or (account.email is null and not reporting.holds_rights(account.id)) as email
  ) as takes
  cross join lateral (
    select
      account.email::text,
      account.name::text,
      account.is_operator as "isOperator",
      account.api_access as "apiAccess",
      account.report_access as "reportAccess"
  ) as before
  cross join lateral (
    select
      case when takes.email then staged.email else before.email end as email,
      staged.name,
      case when takes.rights then staged.is_operator else before."isOperator" end as "isOperator",
      case when takes.rights then staged.api_access else before."apiAccess" end as "apiAccess",
      case when takes.rights then staged.report_access else before."reportAccess" end as "reportAccess"
  ) as after
  where account.email is distinct from account.uuid::text
    and (before.name, before.email, before."isOperator", before."apiAccess", before."reportAccess")
      is distinct from (after.name, after.email, after."isOperator", after."apiAccess", after."reportAccess")
  for no key update of account
),
updated as (
  update reporting.account as present
  set
    email = case when (before).email is distinct from (after).email then present.uuid::text else present.email end,
    name = (after).name,
    is_operator = (after)."isOperator",
    api_access = (after)."apiAccess",
    report_access = (after)."reportAccess",
    updated_at = now()
  from changing
  where present.id = changing.id
),
ended_link as (
  -- at once, because the e-mail may be changed back
  delete from reporting.password_link as link
  using changing
  where link.account_id = changing.id
    and (before).email is distinct from (after).email
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
      'before', to_jsonb(before) - untaken.names,
      'after', to_jsonb(after) - untaken.names
    )
  from changing
  cross join lateral (
    select case
      when $updateAccounts::boolean then '{}'
      when (before).email is distinct from (after).email then '{isOperator,apiAccess,reportAccess}'
      else '{email,isOperator,apiAccess,reportAccess}'
    end::text[] as names
  ) as untaken
)
select 0 as inserted, count(*) as updated
from changing

-- name: after-email
-- Replaces the IDs that stand in for e-mails with the e-mails of the file.
with updated as (
  update reporting.account as present
  set email = staged.email
  from staged_account as staged
  where present.uuid = staged.id
    and present.email = present.uuid::text
)
select 0 as inserted, 0 as updated

-- name: faults
-- A row per invalid value of accounts.csv. E-mails are unique regardless of letter case. The e-mail that an existing
-- account will have is the file's with $updateAccounts, or if it has neither an e-mail nor rights, and otherwise its
-- own. Operators require $allowOperators. E-mails cannot contain letters that `foldEmail` distinguishes from similar
-- plain ones.
with effective as (
  -- the file's accounts with the e-mails that they will have
  select
    staged.line,
    staged.id,
    lower(
      case
        when $updateAccounts::boolean then staged.email
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
  -- rows with the e-mail of an earlier row
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
from account_change as staged
where $companies::text[] is not null
  and not exists (
    select
    from reporting.member
    join reporting.company on company.id = member.company_id
    where member.account_id = staged.account_id
      and company.uuid in (select id from allowed_company)
  )
  and not (
    -- an undo may restore the member who lets it restore the account
    $undoes::integer is not null
    and exists (
      select
      from staged_member as restored
      where restored.account_id = staged.id
        and restored.company_id in (select id from allowed_company)
    )
  )
  and (
    -- an account without memberships may rejoin with a row of members.csv if the file does not change the account
    exists (select from reporting.member where member.account_id = staged.account_id)
    or staged.is_renamed
    or ($updateAccounts::boolean and staged.is_regranted)
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

-- name: rights-last-operators
-- A row per line of accounts.csv that, with --update-accounts, demotes an enabled operator when no other enabled
-- operator would remain. Operators appointed by an identity provider, or without an e-mail, do not count.
with counted as (
  -- rows of operators that count, with the fault if none remains
  select
    staged.line,
    case when staged.is_operator then '{email,"",an e-mail}' else '{isOperator,false,true}' end::text[] as fault
  from staged_account as staged
  join reporting.account on account.uuid = staged.id
  where account.is_operator
    and account.disabled_at is null
    and account.email is not null
)
select line, fault[1] as "column", fault[2] as value,
  fault[3] || ', since no other enabled account would be an operator' as expected
from counted
where $updateAccounts::boolean
  and not exists (
    -- operators that the file keeps or appoints
    select
    from staged_account as staged
    left join reporting.account on account.uuid = staged.id
    where staged.is_operator
      and staged.email is not null
      and account.disabled_at is null
  )
  and not exists (
    -- operators that the file lacks and that stay
    select
    from reporting.account
    where is_operator
      and disabled_at is null
      and email is not null
      and not exists (select from staged_account as staged where staged.id = account.uuid)
      -- an undo deletes those that the import added
      and not exists (select from leaving where file = 'accounts.csv' and leaving.id = account.uuid)
  )
order by line
limit $limit::integer

-- name: rights-keeper
-- For a record keeper, a row per line of accounts.csv that would change an account that has a right or a password, or
-- belongs to another organization. The message does not give the reason, so as not to disclose other organizations'
-- accounts; for the same reason, lines of accounts that are not members of this organization need not change anything.
select staged.line, null as "column", null as value, 'an account that a record keeper may change; ask an operator'
  as expected
from account_change as staged
where $isKeeper::boolean
  and (
    staged.is_renamed
    or not exists (
      select
      from reporting.member
      join reporting.company on company.id = member.company_id
      where member.account_id = staged.account_id
        and company.uuid in (select id from allowed_company)
    )
  )
  and (
    reporting.holds_rights(staged.account_id)
    or exists (select from outside_member where outside_member.account_id = staged.account_id)
  )
order by line
limit $limit::integer
