-- name: find-allowed-companies
-- Stores the ids of the organizations that $companies names. Handles in the database take precedence over those in the
-- file, so that a file cannot gain access to an organization by renaming it.
insert into allowed_company (id)
select company.uuid
from reporting.company
where lower(company.handle) = any ($companies::text[])
union
select staged.id
from staged_company as staged
where lower(staged.handle) = any ($companies::text[])
  and not exists (select from reporting.company where company.uuid = staged.id)

-- name: allow-companies-of-file
-- A row per organization of companies.csv, whose ids are stored.
with allowed as (
  insert into allowed_company (id)
  select id
  from staged_company
  where id is not null
  returning id
)
select coalesce(staged.handle, '') as handle
from allowed
join staged_company as staged using (id)
order by handle
