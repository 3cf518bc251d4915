-- name: list-schedules
-- A row per schedule of an organization, optionally of one account, ordered by name, with its owner, its latest
-- finished run and the total count. A page past the end is one row without a schedule.
with found as (
  -- matching schedules
  select *, reporting.fold(name) collate "C" as name_folded
  from reporting.report_schedule
  where company_id = $companyId::integer
    and ($accountId::integer is null or account_id = $accountId::integer)
    and ($uuid::uuid is null or uuid = $uuid::uuid)
),
page as (
  -- schedules on the page, or all without a limit
  select *
  from found
  order by name_folded, uuid
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  page.uuid as "id",
  page.name,
  page.report,
  page.parameters,
  page.format,
  page.recurrence,
  page.recipients,
  page.when_empty as "whenEmpty",
  page.next_run_at as "nextRunAt",
  case when page.next_run_at is null then page.pause_reason end as "pauseReason",
  account.uuid as "accountId",
  account.name as "ownerName",
  account.email as "ownerEmail",
  run.finished_at as "ranAt",
  run.outcome,
  run.row_count as "rows",
  run.sent_to as "sentTo",
  run.left_out as "leftOut",
  run.error
from (select count(*) as total from found) as everything
left join page on true
left join reporting.account on account.id = page.account_id
left join lateral (
  -- the latest finished run
  select *
  from reporting.schedule_run
  where schedule_run.schedule_id = page.id
    and schedule_run.finished_at is not null
  order by schedule_run.finished_at desc, schedule_run.id desc
  limit 1
) as run on true
order by page.name_folded, page.uuid

-- name: list-recipients
-- A row per possible recipient, ordered by name: a member with access, report access and an e-mail, or a person
-- allowed by an operator. Lists the first $limit that match $q, the caller, and those in $recipients. The folded name
-- must contain all words of $q, or the e-mail must contain $q.
with possible as not materialized (
  -- the caller, members that reports show, and people allowed by an operator
  select
    known.uuid,
    account.id as account_id,
    account.name,
    account.name_folded,
    account.email,
    false as is_allowed
  from reporting.member as known
  join reporting.member_rights as member on member.member_id = known.id
  join reporting.account_rights as rights on rights.account_id = known.account_id
  join reporting.account on account.id = known.account_id
  where known.company_id = $companyId::integer
    and member.has_access
    and rights.report_access
    and account.disabled_at is null
    and account.email is not null
    and (
      $shown::integer[] is null
      or known.account_id = $accountId::integer
      or exists (
        select
        from reporting.affiliation
        where affiliation.member_id = known.id
          and affiliation.department_id = any ($shown::integer[])
      )
    )
  union all
  select allowed.uuid, account.id, account.name, account.name_folded, account.email, true
  from reporting.allowed_recipient as allowed
  join reporting.account on account.id = allowed.account_id
  where allowed.company_id = $companyId::integer
    and account.disabled_at is null
    and account.email is not null
),
found as (
  -- the first matches
  select *
  from possible
  where $q::text is null
    or reporting.is_part($q::text, email)
    or name_folded like all ((select reporting.word_patterns($q::text))::text[])
  order by name_folded, uuid
  limit $limit::integer
),
named as (
  -- the caller, and members requested by ID
  select *
  from possible
  where (account_id = $accountId::integer and not is_allowed)
    or uuid = any ($recipients::uuid[])
)
select
  uuid as "memberId",
  name,
  email,
  account_id = $accountId::integer and not is_allowed as "isCaller",
  is_allowed as "isAllowed"
from (select * from found union select * from named) as listed
order by name_folded, uuid
