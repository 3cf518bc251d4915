-- Replaces the accounts' e-mails and names with their IDs in audit events. $ids, $uuids and $emails have an element
-- per account, in the same order. Events about an account lose the e-mail, name and membership data in their detail;
-- service accounts and sources of lists keep their names.
with person as (
  select *
  from unnest($ids::integer[], $uuids::uuid[], $emails::text[]) as person (id, uuid, email)
),
involved as (
  -- events of the accounts, and of imports that they started
  select
    event.id,
    done_to.uuid as account_uuid,
    coalesce(
      done_by.uuid,
      starter.uuid,
      -- events of people acting on their own account have no separate actor
      case
        when event.actor_account_id is null
          and (event.actor like '%@%' or event.actor = done_to.uuid::text)
          and not event.detail ? 'startedBy'
          and not exists (
            select
            from reporting.account as other
            where lower(other.email) = lower(event.actor)
              and other.id <> all ($ids::integer[])
          )
          then done_to.uuid
      end
    ) as actor_uuid
  from reporting.audit_event as event
  left join person as done_to on done_to.id = event.account_id
  left join person as done_by on done_by.id = event.actor_account_id
  -- an earlier release recorded only the e-mail of the person who started an import
  left join person as starter
    on event.actor_account_id is null
    and lower(starter.email) = lower(event.detail ->> 'startedBy')
  where event.account_id = any ($ids::integer[])
    or event.actor_account_id = any ($ids::integer[])
    or (
      event.kind in ('account-created', 'account-updated', 'developer-role-changed', 'organization-access-changed')
      and starter.id is not null
    )
)
update reporting.audit_event as event
set
  erased_account_uuid = coalesce(involved.account_uuid, event.erased_account_uuid),
  erased_actor_uuid = coalesce(involved.actor_uuid, event.erased_actor_uuid),
  actor = coalesce(involved.actor_uuid::text, event.actor),
  detail = case
    when involved.account_uuid is null then event.detail
    -- the account is that of the actor, and the name that of something else
    when event.kind ~ '^(service-account|source)-' or event.detail ? 'serviceAccount' then event.detail
    else
      event.detail - '{email,name}'::text[]
      || (
        select coalesce(jsonb_object_agg(key, value - personal.fields), '{}')
        from jsonb_each(event.detail)
        where key in ('before', 'after')
          and jsonb_typeof(value) = 'object'
      )
  end
  || case
    when involved.actor_uuid is not null and event.detail ? 'startedBy'
      then jsonb_build_object('startedBy', involved.actor_uuid)
    else '{}'
  end
from involved
cross join (
  values ('{email,name,code,personType,jobTitle,certificateNumber,note}'::text[])
) as personal (fields)
where event.id = involved.id
