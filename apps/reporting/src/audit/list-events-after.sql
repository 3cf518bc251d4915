-- A row: an event with a greater number than $after, by number.
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
