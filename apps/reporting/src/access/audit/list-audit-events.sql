-- A row: an event, the latest first, and how many there are in all. Left out: those of other accounts and
-- kinds than asked for, and those before $from or from $to on. A page past the end is one row without an
-- event.
--
-- The page is read by the primary key, backwards; only the number reads every event that is asked for.
with asked as materialized (
  -- the account by its key
  select id
  from reporting.account
  where uuid = $accountId::uuid
),
found as not materialized (
  -- the events that are asked for: what the account did, and what was done to it
  select audit_event.id
  from reporting.audit_event
  where ($accountId::uuid is null
      or account_id = (select id from asked)
      or actor_account_id = (select id from asked))
    and ($kind::text is null or kind = $kind::text)
    and ($from::timestamptz is null or at >= $from::timestamptz)
    and ($to::timestamptz is null or at < $to::timestamptz)
),
page as (
  -- those of the page; ids rise with time
  select id
  from found
  order by id desc
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  audit_event.id::text as "id",
  audit_event.at,
  audit_event.kind,
  audit_event.actor,
  account.uuid as "accountId",
  company.uuid as "companyId",
  host(audit_event.address) as "address",
  audit_event.detail
from (select count(*) as total from found) as everything
left join page on true
left join reporting.audit_event on audit_event.id = page.id
left join reporting.account on account.id = audit_event.account_id
left join reporting.company on company.id = audit_event.company_id
order by page.id desc
