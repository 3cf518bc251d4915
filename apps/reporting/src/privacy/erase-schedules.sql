-- Deletes schedules owned by the accounts, and schedules of others that have no recipients left or report only on the
-- erased people. One row: the number deleted. $terms are their e-mails, names and codes. Audited; events for a
-- schedule that reported on them use the name `Schedule`, because its title may name them.
with term as (
  select reporting.search_key(term) as key
  from unnest($terms::text[]) as term
),
concerned as (
  -- schedules of the accounts and of their current and former organizations
  select schedule.*, schedule.account_id = any ($ids::integer[]) as is_own
  from reporting.report_schedule as schedule
  where schedule.account_id = any ($ids::integer[])
    or schedule.company_id = any ($companyIds::integer[])
),
parameter as (
  -- parameters of other schedules that contain a person's ID, with the ID removed
  select
    concerned.id,
    given.key,
    jsonb_agg(element order by position) filter (where lower(element #>> '{}') <> all ($memberUuids::text[])) as value
  from concerned
  cross join jsonb_each(concerned.parameters) as given
  cross join jsonb_array_elements(
    case when jsonb_typeof(given.value) = 'array' then given.value else jsonb_build_array(given.value) end
  ) with ordinality as item (element, position)
  where not concerned.is_own
  group by concerned.id, given.key
  having bool_or(lower(element #>> '{}') = any ($memberUuids::text[]))
),
search as (
  -- other schedules whose search finds nobody but an erased person
  select concerned.id
  from concerned
  cross join lateral (select concerned.parameters ->> 'q') as given (q)
  where not concerned.is_own
    and reporting.search_key(given.q) in (select key from term)
    and not exists (
      select
      from reporting.member
      join reporting.account on account.id = member.account_id
      where member.company_id = concerned.company_id
        and account.id <> all ($ids::integer[])
        and (
          account.name_folded like all ((select reporting.word_patterns(given.q))::text[])
          or reporting.is_part(given.q, member.code)
        )
    )
),
changed as (
  -- other schedules with an erased person as subject or recipient
  select
    concerned.*,
    array(
      select recipient
      from unnest(concerned.recipients) as recipient
      where recipient::text <> all ($memberUuids::text[])
    ) as other_recipients,
    subject.parameters as other_parameters,
    subject.id is not null as was_about_person,
    coalesce(subject.is_gone, false) as has_no_subject
  from concerned
  left join (
    select id, jsonb_object_agg(key, value) as parameters, bool_or(value is null) as is_gone
    from (select * from parameter union all select id, 'q', null from search) as given
    group by id
  ) as subject using (id)
  where not concerned.is_own
    and (subject.id is not null or concerned.recipients && $memberUuids::text[]::uuid[])
),
updated as (
  update reporting.report_schedule as schedule
  set
    recipients = changed.other_recipients,
    parameters = schedule.parameters || coalesce(changed.other_parameters, '{}'),
    name = case when changed.was_about_person then 'Schedule' else schedule.name end
  from changed
  where schedule.id = changed.id
    and not changed.has_no_subject
    and cardinality(changed.other_recipients) > 0
  returning schedule.*
),
deleted as (
  delete from reporting.report_schedule as schedule
  where schedule.id in (
    select id
    from concerned
    where is_own
    union all
    select id
    from changed
    where has_no_subject or cardinality(other_recipients) = 0
  )
  returning *
),
audited as (
  insert into reporting.audit_event (
    kind, actor, actor_account_id, erased_actor_uuid, account_id, erased_account_uuid, company_id, address, detail
  )
  select
    case when is_deleted then 'schedule-deleted' else 'schedule-saved' end,
    $actor::text,
    $actorAccountId::integer,
    $erasedActor::uuid,
    case when owner.uuid is null then done.account_id end,
    owner.uuid,
    done.company_id,
    $address::inet,
    jsonb_build_object('by', 'erasure', 'id', done.uuid)
      || case
        when is_deleted then '{}'
        else jsonb_build_object(
          'name', done.name, 'report', done.report, 'recipients', cardinality(done.recipients)::text
        )
      end
  from (
    select false as is_deleted, * from updated
    union all
    select true, * from deleted
  ) as done
  left join unnest($ids::integer[], $uuids::uuid[]) as owner (id, uuid) on owner.id = done.account_id
),
renamed as (
  update reporting.audit_event as event
  set detail = event.detail || '{"name": "Schedule"}'
  from changed
  where event.kind in ('schedule-saved', 'schedule-deleted', 'schedule-paused')
    and event.company_id = changed.company_id
    and event.detail ->> 'id' = changed.uuid::text
    and event.detail ? 'name'
    and (changed.was_about_person or cardinality(changed.other_recipients) = 0)
),
run as (
  -- Waiting emails are sent without the file, which is not searched. If the report is about an erased person, they
  -- also omit filters that name people, and link to the page without filters. A running report is repeated: its
  -- attempt does not count and cannot finish.
  update reporting.schedule_run as run
  set
    file = null,
    attempts = case when run.finished_at is null then greatest(run.attempts - 1, 0) else run.attempts end,
    next_attempt_at = case when run.finished_at is null then now() else run.next_attempt_at end,
    left_out = (
      select coalesce(jsonb_agg(element), '[]')
      from jsonb_array_elements(run.left_out) as element
      where element ->> 'memberId' <> all ($memberUuids::text[])
    ),
    about = case
      when concerned.id in (select id from changed where was_about_person)
        or exists (
          select from unnest($memberUuids::text[]) as uuid where position(uuid in lower(run.about ->> 'page')) > 0
        )
        or exists (
          select
          from jsonb_array_elements(run.about -> 'filters') as filter
          join term on reporting.search_key(filter ->> 1) = term.key
        )
        then run.about || jsonb_build_object(
          'filters', (
            select coalesce(jsonb_agg(filter order by position), '[]')
            from jsonb_array_elements(run.about -> 'filters') with ordinality as listed (filter, position)
            where filter ->> 0 not in ('Members', 'Search', 'Words of the name', 'Person')
          ),
          'page', regexp_replace(run.about ->> 'page', '(/[0-9a-f-]{36})?([?]organization=[^&]*).*$', '\2'),
          'isPageWider', true,
          'fileName', concat('report', substring(run.about ->> 'fileName' from '[.][a-z]+$'))
        )
      else run.about
    end
  from concerned
  where run.schedule_id = concerned.id
    and not concerned.is_own
)
select count(*) as "count"
from deleted
