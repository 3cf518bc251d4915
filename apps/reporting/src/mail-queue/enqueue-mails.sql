-- Adds emails; skips those whose reason already exists.
insert into reporting.mail (account_id, company_id, kind, reason, data)
select "accountId", "companyId", kind, reason, coalesce(data, '{}')
from jsonb_to_recordset($mails::jsonb) as mail (
  "accountId" integer, "companyId" integer, kind text, reason text, data jsonb
)
on conflict (reason) do nothing
