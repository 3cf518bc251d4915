-- name: start-session
-- Starts a session of 8 hours and audits it. No row if the account was disabled or its password changed in the
-- meantime. Starting and ending an account's sessions wait for each other, so that none is missed (end-sessions). The
-- session has an organization only if the sign-in specified it.
with started as (
  insert into reporting.session (account_id, company_id, is_company_named, expires_at)
  select id, $companyId::integer, $isNamed::boolean, now() + make_interval(secs => $seconds::integer)
  from reporting.account
  where id = $accountId::integer
    and disabled_at is null
    and ($passwordHash::text is null or password_hash = $passwordHash::text)
  for share
  returning id, account_id, company_id, created_at, expires_at
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, address, detail)
  select 'sign-in', coalesce(account.email, account.uuid::text), account.id, started.company_id, $address::inet,
    jsonb_build_object('by', $by::text)
  from started
  join reporting.account on account.id = started.account_id
)
select id, created_at as "createdAt", expires_at as "expiresAt"
from started

-- name: find-sign-in-organizations
-- A row per organization that the account can access, or the one specified in the sign-in.
select
  company.id,
  company.uuid,
  coalesce(member.has_access, false) as "hasAccess",
  coalesce(lower(company.handle) = lower($handle::text), false) as "isNamed"
from reporting.company
left join reporting.member_rights as member
  on member.company_id = company.id
  and member.account_id = $accountId::integer
where member.has_access
  or lower(company.handle) = lower($handle::text)

-- name: list-session-organizations
-- A row per organization that the account can access, ordered by name.
select
  company.uuid as "id",
  company.handle,
  company.name,
  company.language,
  member.is_developer as "isDeveloper",
  member.keeps_records as "keepsRecords",
  member.report_scope as "reportScope",
  case
    when member.shown_departments is not null then array(
      select department.uuid
      from reporting.department
      where department.id = any (member.shown_departments)
      order by department.name_folded, department.uuid
    )
  end as "reportDepartments"
from reporting.member_rights as member
join reporting.company on company.id = member.company_id
where member.account_id = $accountId::integer
  and member.has_access
order by reporting.fold(company.name) collate "C", company.uuid

-- name: end-session
-- Ends a session once and audits it. Locks the account first, like statements that delete both.
with owner as (
  select account.id, coalesce(account.email, account.uuid::text) as actor
  from reporting.session
  join reporting.account on account.id = session.account_id
  where session.id = $session::uuid
  for key share of account
),
ended as (
  update reporting.session
  set ended_at = now()
  from owner
  where session.id = $session::uuid
    and session.ended_at is null
  returning session.company_id
)
insert into reporting.audit_event (kind, actor, account_id, company_id, address)
select 'sign-out', owner.actor, owner.id, ended.company_id, $address::inet
from ended
cross join owner

-- name: end-sessions
-- Ends all sessions of an account but one. Run it after the statement that changes the account, in the same
-- transaction: by then, a concurrent sign-in has either started its session, which this statement sees, or will find
-- the account changed.
update reporting.session
set ended_at = now()
where account_id = $accountId::integer
  and id is distinct from $except::uuid
  and ended_at is null

-- name: end-all-sessions
-- Ends the sessions of all accounts. Each is audited.
with owner as (
  -- locked before their sessions
  select id
  from reporting.account
  where id in (select account_id from reporting.session where ended_at is null and expires_at > now())
  order by id
  for key share
),
ended as (
  update reporting.session
  set ended_at = now()
  from owner
  where account_id = owner.id
    and ended_at is null
    and expires_at > now()
  returning account_id, company_id
)
insert into reporting.audit_event (kind, actor, account_id, company_id)
select 'sign-out', $actor::text, account_id, company_id
from ended
