-- name: add-mails
-- A row per new email; skips those whose reason already exists.
insert into reporting.mail (account_id, company_id, kind, reason, data)
select account_id, company_id, kind, reason, data
from unnest(
  $accountIds::integer[],
  $companyIds::integer[],
  $kinds::text[],
  $reasons::text[],
  $data::jsonb[]
) as mail (account_id, company_id, kind, reason, data)
on conflict (reason) do nothing
returning id

-- name: purge-mails
-- Deletes a slice of emails past their retention period. One row: the number deleted.
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
