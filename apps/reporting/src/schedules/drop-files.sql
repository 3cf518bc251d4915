-- Removes the files whose mails have all been sent, dropped or given up. One row: how many.
with over as (
  select id
  from reporting.schedule_run
  where file is not null
    and not exists (
      select
      from reporting.mail
      where mail.kind = 'schedule'
        and mail.finished_at is null
        and (mail.data ->> 'runId')::integer = schedule_run.id
    )
  for update skip locked
),
dropped as (
  update reporting.schedule_run
  set file = null
  where id in (select id from over)
  returning id
)
select count(*) as "dropped"
from dropped
