-- One row: in how many audit events the accounts' ids took the place of their e-mails and names. $ids, $uuids,
-- $emails and $names are of one account each, in the same order, the last two in lower case. What was done to an
-- account keeps no e-mail, name or code in its detail, and a schedule that named one of them is called `Schedule`.
with person as (
  select *
  from unnest($ids::integer[], $uuids::uuid[], $emails::text[], $names::text[])
    as person (id, uuid, email, name)
),
involved as (
  -- the events of the accounts, and those of imports that one of them started
  select
    event.id,
    done_to.uuid as account_uuid,
    coalesce(
      done_by.uuid,
      -- an event of an own doing has no other actor
      case
        when event.actor_account_id is null
          and event.actor like '%@%'
          and not exists (
            select
            from reporting.account as other
            where lower(other.email) = lower(event.actor)
              and other.id <> all ($ids::integer[])
          )
          then done_to.uuid
      end,
      -- of an import over HTTP
      case when lower(event.actor) = starter.email then starter.uuid end
    ) as actor_uuid,
    starter.uuid as starter_uuid,
    done_to.email,
    done_to.name,
    scheduled.names_person
  from reporting.audit_event as event
  left join person as done_to on done_to.id = event.account_id
  left join person as done_by on done_by.id = event.actor_account_id
  left join person as starter on starter.email = lower(event.detail ->> 'startedBy')
  cross join lateral (
    select event.kind like 'schedule-%' and exists (
      select
      from unnest($words::text[]) as word
      where reporting.mentions(event.detail ->> 'name', word)
    ) as names_person
  ) as scheduled
  where event.account_id = any ($ids::integer[])
    or event.actor_account_id = any ($ids::integer[])
    or (
      event.kind in ('account-created', 'account-updated', 'developer-role-changed', 'organization-access-changed')
      and starter.id is not null
    )
    or scheduled.names_person
),
named as (
  -- what their details say without personal data
  select
    involved.id,
    involved.account_uuid,
    involved.actor_uuid,
    involved.email,
    involved.name,
    case
      when involved.account_uuid is null and involved.names_person
        then event.detail || '{"name": "Schedule"}'
      when involved.account_uuid is null then event.detail
      else
        event.detail - personal.fields
        || case
          when jsonb_typeof(event.detail -> 'before') = 'object'
            then jsonb_build_object('before', (event.detail -> 'before') - personal.fields)
          else '{}'
        end
        || case
          when jsonb_typeof(event.detail -> 'after') = 'object'
            then jsonb_build_object('after', (event.detail -> 'after') - personal.fields)
          else '{}'
        end
    end
    || case
      when involved.starter_uuid is null then '{}'
      else jsonb_build_object('startedBy', involved.starter_uuid)
    end as detail
  from involved
  join reporting.audit_event as event using (id)
  cross join (
    values ('{email,name,code,personType,jobTitle}'::text[])
  ) as personal (fields)
),
changed as (
  update reporting.audit_event as event
  set
    erased_account_uuid = coalesce(named.account_uuid, event.erased_account_uuid),
    erased_actor_uuid = coalesce(named.actor_uuid, event.erased_actor_uuid),
    actor = coalesce(named.actor_uuid::text, event.actor),
    detail = case
      when position(named.email in lower(named.detail::text)) > 0
        or position(named.name in lower(named.detail::text)) > 0
        then '{"isErased": true}'
      else named.detail
    end
  from named
  where event.id = named.id
  returning 1
)
select count(*) as "count"
from changed
