-- name: find-allowed-companies
-- Keeps the ids of the organizations that $companies names: by the handle in the database, else by that in the file, so
-- that no file makes another organization one of them by giving it the handle.
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
-- Keeps the ids of the organizations of companies.csv; a row for each of them.
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
