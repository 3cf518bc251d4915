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
