-- Deletes the accounts, keeps the ids of what was erased, and records each erasure. One row: how many accounts there
-- were.
with erased as (
  delete from reporting.account
  where id = any ($ids::integer[])
  returning uuid
),
listed as (
  insert into reporting.erasure (id)
  select distinct id
  from unnest($uuids::uuid[]) as id
  on conflict do nothing
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, erased_actor_uuid, erased_account_uuid, address)
  select
    'account-erased',
    $actor::text,
    case when $actorAccountId::integer <> all ($ids::integer[]) then $actorAccountId::integer end,
    $erasedActor::uuid,
    erased.uuid,
    $address::inet
  from erased
)
select count(*) as "count"
from erased
