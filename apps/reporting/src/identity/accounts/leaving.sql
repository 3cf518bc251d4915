-- name: act-as-keeper
-- Marks access withdrawn in this transaction as withdrawn by a record keeper, who may restore it.
select set_config('reporting.by_keeper', 'true', true)

-- name: lock-schedules-of-members
-- Locks the schedules that members own in their organizations, in ID order.
select schedule.id
from reporting.member
join reporting.report_schedule as schedule
  on schedule.account_id = member.account_id
  and schedule.company_id = member.company_id
where member.id = any ($memberIds::integer[])
order by schedule.id
for no key update of schedule

-- name: find-membership
-- One row: the locked membership, and whether a record keeper may restore its access. No row if there is none.
select id, has_access as "hasAccess", left_by_keeper as "leftByKeeper"
from reporting.member
where account_id = $accountId::integer
  and company_id = $companyId::integer
for no key update

-- name: find-member-ids
-- A row per membership, read before anything is locked.
select id
from reporting.member
where account_id = $accountId::integer
  and company_id = $companyId::integer

-- name: pause-schedules
-- Pauses the schedules that members own in their organizations. Audited with the reason. A row per member, and the
-- number of paused schedules.
with owner as (
  select account_id, company_id
  from reporting.member
  where id = any ($memberIds::integer[])
),
paused as (
  update reporting.report_schedule as schedule
  set next_run_at = null, pause_reason = 'left', updated_at = now()
  from owner
  where schedule.account_id = owner.account_id
    and schedule.company_id = owner.company_id
    and schedule.next_run_at is not null
  returning schedule.uuid, schedule.name, schedule.account_id, schedule.company_id
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select 'schedule-paused', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet,
    jsonb_build_object('id', uuid, 'name', name, 'reason', 'left')
  from paused
)
select
  owner.account_id as "accountId",
  owner.company_id as "companyId",
  (select count(*) from paused) as "paused"
from owner

-- name: leave
-- Ends a membership, keeping its records. Audited. One row: what ended.
with before as (
  select *, has_access or is_developer or keeps_records or provider_access as has_any
  from reporting.member
  where id = $memberId::integer
),
withdrawn as (
  update reporting.member
  set
    has_access = false,
    is_developer = false,
    keeps_records = false,
    provider_access = false,
    provider_developer = false
  from before
  where member.id = before.id
),
affiliation as (
  delete from reporting.affiliation
  using before
  where affiliation.member_id = before.id
  returning 1
),
assignment as (
  delete from reporting.profile_assignment
  using before
  where profile_assignment.member_id = before.id
  returning 1
),
count as (
  select
    (select count(*) from affiliation) as affiliations,
    (select count(*) from assignment) as assignments
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select event.kind, $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet, event.detail
  from before
  cross join count
  cross join lateral (
    values
      ('member-left', has_any or count.affiliations + count.assignments > 0, to_jsonb(count)),
      ('organization-access-changed', has_access, '{"hasAccess": false}'),
      ('developer-role-changed', is_developer, '{"isDeveloper": false}'),
      ('record-keeping-changed', keeps_records, '{"keepsRecords": false}')
  ) as event (kind, has_happened, detail)
  where has_happened
)
select
  before.has_any as "access",
  before.is_developer as "developerRole",
  before.keeps_records as "recordKeeping",
  count.affiliations,
  count.assignments
from before
cross join count

-- name: return
-- Restores a membership's access. Audited.
with returned as (
  update reporting.member
  set has_access = true
  where id = $memberId::integer
    and not has_access
  returning account_id, company_id
)
insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
select 'organization-access-changed', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet,
  '{"hasAccess": true}'
from returned
