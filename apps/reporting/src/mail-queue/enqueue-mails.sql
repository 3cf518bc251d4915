-- name: add-mails
-- Adds emails; skips those whose reason already exists.
insert into reporting.mail (account_id, company_id, kind, reason, data)
select "accountId", "companyId", kind, reason, coalesce(data, '{}')
from jsonb_to_recordset($mails::jsonb) as mail (
  "accountId" integer, "companyId" integer, kind text, reason text, data jsonb
)
on conflict (reason) do nothing

-- name: purge-mails
-- Deletes a slice of emails past their retention period.
delete from reporting.mail
where id in (
  select id
  from reporting.mail
  where finished_at < now() - make_interval(days => $days::integer)
  order by id
  limit 10000
  for update skip locked
)
