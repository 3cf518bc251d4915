-- Deletes the accounts, keeps the ids of what was erased, and records each erasure with the counts of the
-- call. One row: how many accounts there were.
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
  insert into reporting.audit_event (
    kind, actor, actor_account_id, erased_actor_uuid, erased_account_uuid, address, detail
  )
  select
    'account-erased',
    $actor::text,
    $actorAccountId::integer,
    $erasedActor::uuid,
    erased.uuid,
    $address::inet,
    $detail::jsonb
  from erased
)
select count(*) as "count"
from erased
