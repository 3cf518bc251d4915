-- name: lock-refusals
-- Serializes counting an actor's refusals until the transaction ends.
select pg_advisory_xact_lock(hashtextextended($actor::text, 0)) is null as "isLocked"

-- name: count-refusal
-- Increments the count of an event from the last minute with the same actor, code and organization, or else records a
-- new one. The caller holds the actor's lock, so that concurrent refusals create a single event.
with recent as (
  -- the event from the last minute
  select id
  from reporting.audit_event
  where kind = 'refused'
    and at > clock_timestamp() - interval '1 minute'
    and actor = $actor::text
    and account_id is not distinct from $accountId::integer
    and company_id is not distinct from $companyId::integer
    and detail ->> 'code' = $code::text
  order by at desc
  limit 1
),
counted as (
  update reporting.audit_event
  set detail = jsonb_set(detail, '{count}', to_jsonb(coalesce((detail ->> 'count')::integer, 1) + 1))
  from recent
  where audit_event.id = recent.id
  returning audit_event.id
)
insert into reporting.audit_event (kind, actor, account_id, company_id, address, detail)
select 'refused', $actor::text, $accountId::integer, $companyId::integer, $address::inet,
  $detail::jsonb || '{"count": 1}'
where not exists (select from counted)
