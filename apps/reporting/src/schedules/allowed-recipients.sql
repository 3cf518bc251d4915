-- name: list-allowed
-- A row per person whom operators allow as a recipient in the organization, ordered by name, with the total count. A
-- page past the end is one row without a recipient.
with found as (
  select allowed.uuid, allowed.allowed_at, account.email, account.name, account.name_folded
  from reporting.allowed_recipient as allowed
  join reporting.account on account.id = allowed.account_id
  where allowed.company_id = $companyId::integer
),
page as (
  select *
  from found
  order by name_folded, uuid
  limit $limit::integer
  offset $offset::bigint
)
select everything.total, page.uuid as "id", page.email, page.name, page.allowed_at as "allowedAt"
from (select count(*) as total from found) as everything
left join page on true
order by page.name_folded, page.uuid

-- name: allow
-- Allows an account as a recipient. Audited unless it is already allowed. One row: the recipient.
with allowed as (
  -- the update changes nothing, but locks and returns an existing row
  insert into reporting.allowed_recipient as recipient (company_id, account_id)
  values ($companyId::integer, $accountId::integer)
  on conflict (company_id, account_id) do update set account_id = excluded.account_id
  returning uuid, company_id, account_id, allowed_at, recipient.xmax = 0 as is_new
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
  select 'recipient-allowed', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet, '{}'
  from allowed
  where is_new
)
select allowed.uuid as "id", account.email, account.name, allowed.allowed_at as "allowedAt"
from allowed
join reporting.account on account.id = allowed.account_id

-- name: revoke
-- Revokes a recipient. Audited; no event if the organization does not allow it.
with revoked as (
  delete from reporting.allowed_recipient
  where company_id = $companyId::integer
    and uuid = $uuid::uuid
  returning company_id, account_id
)
insert into reporting.audit_event (kind, actor, actor_account_id, account_id, company_id, address, detail)
select 'recipient-revoked', $actor::text, $actorAccountId::integer, account_id, company_id, $address::inet, '{}'
from revoked
