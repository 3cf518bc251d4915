-- One row: how many schedules of the accounts were deleted, and how many of others: those without a recipient left, and
-- those whose report would be about more than it was without the erased people.
with words as (
  select word
  from unnest($words::text[]) as word
),
parameter as (
  -- the parameters of others that name the people, without them
  select
    schedule.id,
    given.key,
    case
      when jsonb_typeof(given.value) = 'array' then (
        select jsonb_agg(element)
        from jsonb_array_elements(given.value) as element
        where not exists (
          select from words where reporting.mentions(element::text, word)
        )
      )
    end as value
  from reporting.report_schedule as schedule
  cross join jsonb_each(schedule.parameters) as given
  where schedule.account_id <> all ($ids::integer[])
    and exists (select from words where reporting.mentions(given.value::text, word))
),
kept as (
  -- what stays of them; null where nothing does
  select
    id,
    case when bool_and(value is not null) then jsonb_object_agg(key, value) end as parameters
  from parameter
  group by id
),
changed as (
  -- the schedules of others that name the people in any way
  select
    schedule.id,
    array(
      select recipient
      from unnest(schedule.recipients) as recipient
      where recipient::text <> all ($words::text[])
    ) as recipients,
    schedule.parameters || coalesce(kept.parameters, '{}') as parameters,
    case
      when exists (select from words where reporting.mentions(schedule.name, word))
        then 'Schedule'
      else schedule.name
    end as name,
    kept.id is not null and kept.parameters is null as has_no_subject
  from reporting.report_schedule as schedule
  left join kept using (id)
  where schedule.account_id <> all ($ids::integer[])
    and (
      kept.id is not null
      or schedule.recipients && $uuids::uuid[]
      or exists (select from words where reporting.mentions(schedule.name, word))
    )
),
updated as (
  update reporting.report_schedule as schedule
  set recipients = changed.recipients, parameters = changed.parameters, name = changed.name
  from changed
  where schedule.id = changed.id
    and not changed.has_no_subject
    and cardinality(changed.recipients) > 0
),
deleted as (
  delete from reporting.report_schedule as schedule
  where schedule.account_id = any ($ids::integer[])
    or exists (
      select
      from changed
      where changed.id = schedule.id
        and (changed.has_no_subject or cardinality(changed.recipients) = 0)
    )
  returning 1
),
concerned as (
  -- those whose report may have the people
  select id
  from reporting.report_schedule
  where company_id in (
    select company_id from reporting.member where account_id = any ($ids::integer[])
  )
),
run as (
  -- Mails may still wait: what they say stays without the people, the link without its parameters, and the file, which
  -- is not searched, is gone. A report that is under way is read again: its attempt does not count and cannot end.
  update reporting.schedule_run as run
  set
    file = null,
    attempts = case when finished_at is null then greatest(attempts - 1, 0) else attempts end,
    next_attempt_at = case when finished_at is null then now() else next_attempt_at end,
    left_out = (
      select coalesce(jsonb_agg(element), '[]')
      from jsonb_array_elements(run.left_out) as element
      where not exists (select from words where reporting.mentions(element::text, word))
    ),
    about = case
      when exists (select from words where reporting.mentions(run.about::text, word))
        then run.about || jsonb_build_object(
          'filters', (
            select coalesce(jsonb_agg(filter), '[]')
            from jsonb_array_elements(run.about -> 'filters') as filter
            where not exists (select from words where reporting.mentions(filter::text, word))
          ),
          'page', regexp_replace(run.about ->> 'page', '(/[0-9a-f-]{36})?([?]organization=[^&]*).*$', '\2'),
          'isPageWider', true,
          'fileName', concat('report', substring(run.about ->> 'fileName' from '[.][a-z]+$'))
        )
      else run.about
    end,
    error = case
      when exists (select from words where reporting.mentions(run.error, word)) then null
      else run.error
    end
  where schedule_id in (select id from concerned)
    or exists (
      select
      from words
      where reporting.mentions(concat_ws(',', left_out::text, about::text, error), word)
    )
)
select count(*) as "count"
from deleted
