-- name: record-event
-- Records an event.
insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
values (
  $kind::text,
  $actor::text,
  $actorAccountId::integer,
  $accountId::integer,
  $companyId::integer,
  $address::inet,
  $detail::jsonb
)

-- name: list-audit-events
-- A row per event on the page, newest first, with the total count, counted up to $maxCounted + 1. Filters by account,
-- kind and the half-open period from $from to $to, and omits reads by $notReadBy. A page past the end is one row
-- without an event.
with requested_account as materialized (
  -- the account's internal ID
  select id
  from reporting.account
  where uuid = $accountId::uuid
),
found as not materialized (
  -- matching events, with the account as actor or subject
  select audit_event.id, audit_event.at
  from reporting.audit_event
  where ($accountId::uuid is null
      or account_id = (select id from requested_account)
      or actor_account_id = (select id from requested_account)
      or erased_account_uuid = $accountId::uuid
      or erased_actor_uuid = $accountId::uuid)
    and ($kind::text is null or kind = $kind::text)
    and ($from::timestamptz is null or at >= $from::timestamptz)
    and ($to::timestamptz is null or at < $to::timestamptz)
    and (
      $notReadBy::integer is null
      or coalesce(actor_account_id, account_id) is distinct from $notReadBy::integer
      or kind not in ('report-run', 'organization-read', 'audit-read')
    )
),
counted as (
  -- up to the counting limit
  select id
  from found
  limit $maxCounted::integer + 1
),
page as (
  -- the events on the page, in index order
  select id, at
  from found
  order by at desc, id desc
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  described_event.id::text as "id",
  described_event.number,
  described_event.at,
  described_event.kind,
  described_event.actor,
  described_event.account_uuid as "accountId",
  described_event.company_uuid as "companyId",
  described_event.address,
  described_event.detail,
  described_event.actor_name as "actorName",
  described_event.account_name as "accountName",
  described_event.company_name as "companyName",
  described_event.is_own as "isOwn"
from (select count(*) as total from counted) as everything
left join page on true
left join reporting.described_event on described_event.id = page.id
order by page.at desc, page.id desc

-- name: list-events-after
-- A row per event numbered above $after, ordered by number.
select
  id::text as "id",
  number,
  at,
  kind,
  actor,
  account_uuid as "accountId",
  company_uuid as "companyId",
  address,
  detail,
  actor_name as "actorName",
  account_name as "accountName",
  company_name as "companyName",
  is_own as "isOwn"
from reporting.described_event
where number > $after::bigint
order by number
limit $limit::integer
