-- Removes the files whose mails have all been sent, dropped or given up. One row: how many.
with dropped as (
  update reporting.schedule_run
  set file = null
  where file is not null
    and not exists (
      select
      from reporting.mail
      where mail.kind = 'schedule'
        and mail.finished_at is null
        and (mail.data ->> 'runId')::integer = schedule_run.id
    )
  returning id
)
select count(*) as "dropped"
from dropped
