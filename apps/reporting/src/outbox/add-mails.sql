-- A row for each mail that is new: one whose reason is known was decided before.
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
