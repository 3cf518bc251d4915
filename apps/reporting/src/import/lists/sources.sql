-- name: list-sources
-- A row per source of the organization, or only the source $name, ordered by name, with the total count. A page past
-- the end is one row without a source.
with page as (
  select id, name, definition, updated_at
  from reporting.list_source
  where company_id = $companyId::integer
    and ($name::text is null or name = $name::text)
  order by name
  limit $limit::integer
  offset $offset::bigint
)
select everything.total, page.id, page.name, page.definition, page.updated_at as "updatedAt"
from (select count(*) as total from reporting.list_source where company_id = $companyId::integer) as everything
left join page on true
order by page.name

-- name: lock-organization
-- Serializes changes to the sources of an organization, so that concurrent requests cannot exceed the limit.
select id
from reporting.company
where id = $companyId::integer
for no key update

-- name: put-source
-- A row: the saved source; none if the organization has $max sources. Requires lock-organization.
insert into reporting.list_source as source (company_id, name, definition)
select $companyId::integer, $name::text, $definition::jsonb
where exists (select from reporting.list_source where company_id = $companyId::integer and name = $name::text)
  or (select count(*) from reporting.list_source where company_id = $companyId::integer) < $max::integer
on conflict (company_id, name) do update
set definition = excluded.definition, updated_at = now()
returning source.name, source.definition, source.updated_at as "updatedAt"

-- name: delete-source
delete from reporting.list_source
where company_id = $companyId::integer
  and name = $name::text
