-- name: list-organizations
-- A row: an organization and how many members it has, by folded name; and how many organizations there are
-- in all. Every word of $q has to be in the folded name, or the whole of it in the handle. A page past the
-- end is one row without an organization.
with found as (
  -- the organizations that match $q
  select id, uuid, reporting.fold(name) collate "C" as name_folded
  from reporting.company
  where $q::text is null
    or position(lower($q::text collate "und-x-icu") in lower(handle)) > 0
    or not exists (
      select from reporting.words_of($q::text) where position(word in reporting.fold(name)) = 0
    )
),
page as (
  -- those of the page
  select id, uuid, name_folded
  from found
  order by name_folded, uuid
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  company.uuid as "id",
  company.handle,
  company.name,
  (select count(*) from reporting.member where member.company_id = company.id) as "members"
from (select count(*) as total from found) as everything
left join page on true
left join reporting.company on company.id = page.id
order by page.name_folded, page.uuid

-- name: find-organization
-- One row: the organization of a handle, in any case. No row: there is none.
select id
from reporting.company
where lower(handle) = lower($handle::text)
