-- name: before-audit
-- Audits access and Developer roles that the file gives or takes away, by account and organization, before the members
-- are written. A member may be changed, moved to another account, added, or deleted by --replace. Access of an account
-- that this import adds is audited only if the account has a right, as its creation is. Also audits changed report
-- scopes; without $updateAccounts, existing members keep theirs.
with kept as (
  update staged_member as staged
  set report_scope = member.report_scope, report_departments = member.report_departments
  from reporting.member
  where member.uuid = staged.id
    and (staged.report_scope is null or not $updateAccounts::boolean)
    and (coalesce(staged.report_scope, 'organization'), coalesce(staged.report_departments, '{}'))
      is distinct from (member.report_scope, member.report_departments)
),
before as (
  select account_id, company_id, has_access, is_developer
  from reporting.member
  where uuid in (select id from staged_member)
    or uuid in (select id from leaving where file = 'members.csv')
),
after as (
  select account.id as account_id, company.id as company_id, staged.has_access, staged.is_developer
  from staged_member as staged
  join reporting.account on account.uuid = staged.account_id
  join reporting.company on company.uuid = staged.company_id
),
changed as (
  select
    account_id,
    company_id,
    coalesce(before.has_access, false) as had_access,
    coalesce(after.has_access, false) as has_access,
    coalesce(before.is_developer, false) as was_developer,
    coalesce(after.is_developer, false) as is_developer
  from before
  full join after using (account_id, company_id)
  where (before.has_access, before.is_developer) is distinct from (after.has_access, after.is_developer)
),
event as (
  select role.position, role.kind, changed.account_id, changed.company_id, role.detail
  from changed
  join reporting.account on account.id = changed.account_id
  cross join lateral (
    values
      (
        1,
        'organization-access-changed',
        had_access <> has_access
          and (account.created_at <> now()::timestamptz(3) or account.is_operator or account.api_access),
        jsonb_build_object('hasAccess', has_access)
      ),
      (2, 'developer-role-changed', was_developer <> is_developer, jsonb_build_object('isDeveloper', is_developer))
  ) as role (position, kind, has_changed, detail)
  where role.has_changed
  union all
  select
    3,
    'membership-updated',
    member.account_id,
    member.company_id,
    jsonb_build_object(
      'before', jsonb_build_object(
        'reportScope', member.report_scope,
        'reportDepartments', array_to_string(member.report_departments, ';')
      ),
      'after', jsonb_build_object(
        'reportScope', staged.report_scope,
        'reportDepartments', array_to_string(coalesce(staged.report_departments, '{}'), ';')
      )
    )
  from staged_member as staged
  join reporting.member on member.uuid = staged.id
  where $updateAccounts::boolean
    and staged.report_scope is not null
    and (member.report_scope, member.report_departments)
      is distinct from (staged.report_scope, coalesce(staged.report_departments, '{}'))
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, detail)
  select
    kind,
    $actor::text,
    (select account_id from reporting.import_run where id = $run::integer) as actor_account_id,
    account_id,
    company_id,
    detail || jsonb_build_object('by', 'import', 'startedBy', $startedBy::text)
  from event
  order by account_id, company_id, position
)
select 0 as inserted, 0 as updated

-- name: faults
-- A row per invalid value of members.csv. An account can be a member of an organization only once.
select again.line, 'accountId' as "column", again.account_id::text as value,
  'an account that is a member of the organization once; line ' || again.first_line || ' has it too' as expected
from (
  -- rows with the account and organization of an earlier row
  select *, min(line) over (partition by account_id, company_id) as first_line
  from staged_member
  where account_id is not null and company_id is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'accountId', staged.account_id::text,
  'an account that is not yet another member of the organization'
    || coalesce('; it is the one with the code ' || member.code, '')
from staged_member as staged
join reporting.company on company.uuid = staged.company_id
join reporting.account on account.uuid = staged.account_id
join reporting.member on member.company_id = company.id and member.account_id = account.id
where member.uuid <> staged.id
  and not exists (select from staged_member as other where other.id = member.uuid)
  and not exists (select from leaving where file = 'members.csv' and leaving.id = member.uuid)
union all
select staged.line, 'id', staged.id::text,
  'the id that this person has: ' || member.code || ' is ' || member.uuid
    || '; keep that id, or give the other member another code first'
from staged_member as staged
join reporting.company on company.uuid = staged.company_id
join reporting.member on member.company_id = company.id and member.code = staged.code and member.uuid <> staged.id
join reporting.account on account.id = member.account_id
left join staged_account on staged_account.id = staged.account_id
left join reporting.account as own on own.uuid = staged.account_id
where (account.uuid = staged.account_id or lower(account.email) = lower(coalesce(staged_account.email, own.email)))
  and not exists (select from reporting.member as known where known.uuid = staged.id)
  and not exists (select from staged_member as other where other.id = member.uuid)
  and not exists (select from leaving where file = 'members.csv' and leaving.id = member.uuid)
union all
select staged.line, 'id', staged.id::text, 'an id of nobody who was erased, unless {allowErased} is given'
from staged_member as staged
join reporting.erasure on erasure.id = staged.id
where not $allowErased::boolean
union all
select line, 'reportDepartments', array_to_string(report_departments, ';'),
  case report_scope
    when 'departments' then '1 to 200 departments, with the reportScope departments'
    else 'nothing, without the reportScope departments'
  end
from staged_member
where case report_scope
  when 'departments' then coalesce(cardinality(report_departments), 0) not between 1 and 200
  else cardinality(report_departments) > 0
end
union all
select staged.line, 'reportDepartments', department.id::text, 'ids of departments of the organization'
from staged_member as staged
left join reporting.member on member.uuid = staged.id
cross join unnest(staged.report_departments) as department (id)
where not exists (
  select
  from known_department as known
  where known.id = department.id
    and known.company_id = staged.company_id
)
  -- scopes and their exports keep departments that were removed
  and department.id <> all (coalesce(member.report_departments, '{}'))
union all
select staged.line, 'reportScope', staged.report_scope::text, 'organization, which a record keeper needs'
from staged_member as staged
join reporting.member on member.uuid = staged.id
where member.keeps_records
  and staged.report_scope <> 'organization'
  and $updateAccounts::boolean

-- name: rights-keeper
-- For a record keeper, a row per line of members.csv that gives or takes the Developer role or a report scope, returns
-- access that an operator withdrew, moves a member to another account, or adds a membership to an account that has a
-- right or belongs to another organization; and one row if --replace would delete a member with a role.
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
    reporting.holds_rights(account.id) as holds_rights
  from staged_member as staged
  left join reporting.member on member.uuid = staged.id
  left join reporting.account on account.uuid = staged.account_id
  where $isKeeper::boolean
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
where $isKeeper::boolean
  and leaving.file = 'members.csv'
  and (member.is_developer or member.keeps_records)
group by ()
having count(*) > 0
order by line
limit $limit::integer
