-- name: limit-wait
-- Sets how long this transaction waits for each lock from now on; 0 disables the limit.
select set_config('lock_timeout', $milliseconds::text, true)

-- name: lock-erasures
-- Waits for running imports and snapshots, which could rewrite erased data; new ones wait for this transaction
-- (hold-off-erasures). Only one erasure runs at a time.
lock table reporting.erasure in share row exclusive mode

-- name: lock-erased-mails
-- Locks the emails of accounts to be erased, before the accounts, because sending an email locks both in this order.
select mail.id
from reporting.mail
join reporting.account on account.id = mail.account_id
where account.uuid = any ($uuids::uuid[])
order by mail.id
for update of mail

-- name: lock-erased-schedules
-- Locks the schedules of accounts to be erased and of their organizations, before the accounts, because finishing a
-- run locks both in this order. New runs wait or are postponed.
with erased as (
  select id
  from reporting.account
  where uuid = any ($uuids::uuid[])
)
select schedule.id
from reporting.report_schedule as schedule
where schedule.account_id in (select id from erased)
  or schedule.company_id in (
    select company_id from reporting.member where account_id in (select id from erased)
    union all
    select company_id from reporting.former_member where account_id in (select id from erased)
    union all
    select company_id from reporting.allowed_recipient where account_id in (select id from erased)
  )
order by schedule.id
for update of schedule

-- name: lock-erased
-- Locks the accounts to be erased, so that their running requests finish first or find them missing.
select id
from reporting.account
where uuid = any ($uuids::uuid[])
order by id
for update

-- name: find-erased
-- A row per account to be erased, with the codes and IDs of its memberships and its organizations, including deleted
-- memberships.
select
  account.id,
  account.uuid,
  account.email,
  account.name,
  account.is_operator and account.disabled_at is null as "isOperator",
  array(select code from reporting.member where account_id = account.id and code is not null) as "codes",
  array(select id from reporting.member where account_id = account.id order by id) as "memberIds",
  array(
    select uuid from reporting.member where account_id = account.id
    union
    select member_uuid from reporting.former_member where account_id = account.id
    union
    select uuid from reporting.allowed_recipient where account_id = account.id
  ) as "memberUuids",
  array(
    select company_id from reporting.member where account_id = account.id
    union
    select company_id from reporting.former_member where account_id = account.id
    union
    select company_id from reporting.allowed_recipient where account_id = account.id
  ) as "companyIds"
from reporting.account
where account.uuid = any ($uuids::uuid[])
order by account.id

-- name: erase-validations
-- Removes the people as validators of other members' standings.
update reporting.competency_standing
set validator_id = null
where validator_id = any ($memberIds::integer[])
  and member_id <> all ($memberIds::integer[])

-- name: erase-records
-- Deletes the members' records. One row: the numbers deleted.
with deleted_standing as (
  delete from reporting.competency_standing where member_id = any ($memberIds::integer[]) returning 1
),
deleted_ticket as (
  delete from reporting.ticket where member_id = any ($memberIds::integer[]) returning 1
),
deleted_assignment as (
  delete from reporting.profile_assignment where member_id = any ($memberIds::integer[]) returning 1
),
deleted_affiliation as (
  delete from reporting.affiliation where member_id = any ($memberIds::integer[]) returning 1
),
deleted_withdrawal as (
  delete from reporting.withdrawn_record where member_uuid = any ($memberUuids::uuid[])
)
select
  (select count(*) from deleted_standing) as "standings",
  (select count(*) from deleted_ticket) as "tickets",
  (select count(*) from deleted_assignment) as "assignments",
  (select count(*) from deleted_affiliation) as "affiliations"

-- name: erase-statistics
-- Assigns monthly statistics to "Former member" with a random ID per member, keeping their counts.
with former as (
  select company_id, member_uuid, gen_random_uuid() as pseudonym
  from reporting.monthly_statistic
  where member_uuid = any ($memberUuids::uuid[])
  group by company_id, member_uuid
)
update reporting.monthly_statistic as statistic
set member_uuid = former.pseudonym, member_name = 'Former member'
from former
where statistic.company_id = former.company_id
  and statistic.member_uuid = former.member_uuid

-- name: erase-mails
-- Deletes the accounts' sent and waiting emails. Emails to others refer to people by ID and read their names only when
-- sent.
delete from reporting.mail
where account_id = any ($ids::integer[])

-- name: erase-imports
-- Deletes all import faults, file names and messages, which may contain anyone's data, and changes concerning the
-- people or kept by an earlier release. Keeps the counts of each run. An import that named one of the people cannot be
-- undone. One row: the numbers of faults and of imports with deleted changes.
with fault as (
  delete from reporting.import_fault
  returning 1
),
change as (
  -- deleted with the entry in the list of erasures (erased-changes.define.sql)
  select run_id
  from reporting.import_change
  where person = any ($uuids::uuid[])
    or person = any ($memberUuids::uuid[])
),
unvalidated as (
  -- standings of others that one of the people validated
  update reporting.import_change as other
  set
    before = case
      when other.before ->> 'validator_id' = any ($memberUuids::text[])
        then other.before || '{"validator_id": null}'
      else other.before
    end,
    after = case
      when other.after ->> 'validator_id' = any ($memberUuids::text[])
        then other.after || '{"validator_id": null}'
      else other.after
    end
  where other.file = 'competency-standings.csv'
    and (
      other.before ->> 'validator_id' = any ($memberUuids::text[])
      or other.after ->> 'validator_id' = any ($memberUuids::text[])
    )
),
archive as (
  delete from reporting.import_before
  returning run_id
),
run as (
  update reporting.import_run as run
  set
    name = kept.name,
    files = kept.files,
    ignored = '{}',
    -- the reason of a refused run is only the number of faults
    reason = case when run.status = 'refused' then run.reason end,
    has_before = run.has_before and run.kept_changes is not null,
    started_by = case when run.account_id = any ($ids::integer[]) then 'Former member' else run.started_by end
  from (
    select
      id,
      case source when 'http' then 'upload' else 'folder' end as name,
      (select coalesce(jsonb_agg(counts - 'notices'), '[]') from jsonb_array_elements(files) as counts) as files
    from reporting.import_run
  ) as kept
  where kept.id = run.id
    and (
      run.account_id = any ($ids::integer[])
      or (run.has_before and run.kept_changes is null)
      or (run.name, run.files) is distinct from (kept.name, kept.files)
      or run.ignored <> '{}'
      or (run.status <> 'refused' and run.reason is not null)
    )
)
select
  (select count(*) from fault) as "importFaults",
  (select count(distinct run_id) from (select run_id from change union all select run_id from archive) as kept)
    as "importArchives"

-- name: erase-accounts
-- Deletes sessions, secrets, links to a sign-on provider, and memberships, so that the accounts can be deleted. One
-- row: the numbers deleted.
with deleted_session as (
  delete from reporting.session where account_id = any ($ids::integer[]) returning 1
),
deleted_personal_secret as (
  delete from reporting.personal_secret where account_id = any ($ids::integer[]) returning 1
),
deleted_client_secret as (
  delete from reporting.client_secret where account_id = any ($ids::integer[]) returning 1
),
deleted_identity as (
  delete from reporting.account_identity where account_id = any ($ids::integer[]) returning 1
),
deleted_reset_request as (
  -- skips requests locked by a job, which deletes them and waits for the account
  delete from reporting.password_reset_request
  where id in (
    select id
    from reporting.password_reset_request
    where email = any ($emails::text[])
    for update skip locked
  )
),
deleted_membership as (
  delete from reporting.member where account_id = any ($ids::integer[]) returning 1
)
select
  (select count(*) from deleted_session) as "sessions",
  (select count(*) from deleted_personal_secret)
    + (select count(*) from deleted_client_secret) as "secrets",
  (select count(*) from deleted_identity) as "identities",
  (select count(*) from deleted_membership) as "memberships"

-- name: record-erasure
-- Deletes the accounts, lists the erased IDs, and records each erasure with the counts.
with erased as (
  delete from reporting.account
  where id = any ($ids::integer[])
  returning uuid
),
listed as (
  insert into reporting.erasure (id)
  select unnest($uuids::uuid[])
  on conflict do nothing
)
insert into reporting.audit_event (
  kind, actor, actor_account_id, erased_actor_uuid, erased_account_uuid, address, detail
)
select 'account-erased', $actor::text, $actorAccountId::integer, $erasedActor::uuid, uuid, $address::inet,
  $detail::jsonb
from erased

-- name: list-erasures
-- A row per erased account or member ID, in order of erasure.
select id
from reporting.erasure
order by erased_at, id
