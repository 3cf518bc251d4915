-- name: last-operators
-- A row per line of accounts.csv that, with --update-accounts, demotes an enabled operator when no other enabled
-- operator would remain. Operators appointed by an identity provider, or without an e-mail, do not count.
with demoted as (
  -- rows that demote an operator, or remove the e-mail of one
  select
    staged.line,
    case when staged.is_operator then '{email,"",an e-mail}' else '{isOperator,false,true}' end::text[] as fault
  from staged_account as staged
  join reporting.account on account.uuid = staged.id
  where account.is_operator
    and account.disabled_at is null
    and account.email is not null
    and not (staged.is_operator and staged.email is not null)
)
select line, fault[1] as "column", fault[2] as value,
  fault[3] || ', since no other enabled account would be an operator' as expected
from demoted
where not exists (
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

-- name: companies
-- A row per line of companies.csv that adds or changes an organization.
select staged.line, null as "column", null as value, 'the organization as it is, which an operator changes' as expected
from staged_company as staged
left join reporting.company on company.uuid = staged.id
where (company.handle, company.name, company.language)
  is distinct from (staged.handle, staged.name, coalesce(staged.language, company.language))
order by line
limit $limit::integer

-- name: accounts
-- A row per line of accounts.csv that would change an account that has a right or a password, or belongs to another
-- organization. The message does not give the reason, so as not to disclose other organizations' accounts; for the same
-- reason, lines of accounts that are not members of this organization need not change anything.
select staged.line, null as "column", null as value, 'an account that a record keeper may change; ask an operator'
  as expected
from account_change as staged
where (
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

-- name: members
-- A row per line of members.csv that gives or takes the Developer role or a report scope, returns access that an
-- operator withdrew, moves a member to another account, or adds a membership to an account that has a right or belongs
-- to another organization; and one row if --replace would delete a member with a role.
with changed as (
  -- the members of the file before and after the import
  select
    staged.line,
    staged.is_developer,
    staged.report_scope,
    staged.report_scope is not null
      and (staged.report_scope, coalesce(staged.report_departments, '{}'))
        is distinct from (coalesce(member.report_scope, 'organization'), coalesce(member.report_departments, '{}'))
      as is_scope_changed,
    member.id is null as is_new,
    coalesce(member.is_developer, false) as was_developer,
    staged.has_access and not member.has_access and not member.left_by_keeper as is_returned,
    member.account_id as old_account_id,
    account.id as account_id,
    coalesce(reporting.holds_rights(account.id), false) as holds_rights
  from staged_member as staged
  left join reporting.member on member.uuid = staged.id
  left join reporting.account on account.uuid = staged.account_id
)
select line, 'isDeveloper' as "column", is_developer::text as value,
  was_developer::text || ', as it is: an operator gives and takes the Developer role' as expected
from changed
where is_developer <> was_developer
union all
select line, 'hasAccess', 'true', 'false, since an operator withdrew the access and returns it'
from changed
where is_returned
union all
select line, 'reportScope', report_scope::text, 'the scope as it is: an operator says whose rows reports show'
from changed
where is_scope_changed
union all
select line, null, null, 'a member who keeps the account; ask an operator'
from changed
where not is_new
  and old_account_id is distinct from account_id
union all
select line, null, null, 'an account that a record keeper may make a member; ask an operator'
from changed
where is_new
  and (holds_rights or exists (select from outside_member where outside_member.account_id = changed.account_id))
union all
select null, null, null, 'a row of each member who has a role: an operator takes it away first'
from leaving
join reporting.member on member.uuid = leaving.id
where leaving.file = 'members.csv'
  and (member.is_developer or member.keeps_records)
group by ()
having count(*) > 0
order by line
limit $limit::integer
