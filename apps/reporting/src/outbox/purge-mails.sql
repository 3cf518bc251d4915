-- Removes mails that were finished long enough ago, a slice at a time. The row: how many.
with old as (
  select id
  from reporting.mail
  where finished_at < now() - make_interval(days => $days::integer)
  order by id
  limit 10000
  for update skip locked
),
purged as (
  delete from reporting.mail
  where id in (select id from old)
  returning id
)
select count(*) as purged
from purged
