-- name: list-organizations
-- A row per organization with its number of members, ordered by folded name, and the total count. The folded name must
-- contain all words of $q, or the handle must contain $q. A page past the end is one row without an organization.
with found as (
  -- the organizations that match $q
  select id, uuid, reporting.fold(name) collate "C" as name_folded
  from reporting.company
  where $q::text is null
    or reporting.is_part($q::text, handle)
    or reporting.fold(name) like all ((select reporting.word_patterns($q::text))::text[])
),
page as (
  -- organizations on the page
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
  company.language,
  (select count(*) from reporting.member where member.company_id = company.id) as "members"
from (select count(*) as total from found) as everything
left join page on true
left join reporting.company on company.id = page.id
order by page.name_folded, page.uuid

-- name: find-organization
-- One row: the organization with a handle, ignoring case.
select id
from reporting.company
where lower(handle) = lower($handle::text)

-- name: update-organization
-- Changes the language of an organization; audited, unless it is the same. One row: the organization.
with before as (
  select id, language
  from reporting.company
  where id = $companyId::integer
  for no key update
),
updated as (
  update reporting.company
  set language = $language::reporting.language, updated_at = clock_timestamp()
  from before
  where company.id = before.id
    and before.language <> $language::reporting.language
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, company_id, address, detail)
  select 'organization-updated', $actor::text, $actorAccountId::integer, id, $address::inet,
    jsonb_build_object(
      'before', jsonb_build_object('language', language),
      'after', jsonb_build_object('language', $language::text)
    )
  from before
  where language <> $language::reporting.language
)
select
  company.uuid as "id",
  company.handle,
  company.name,
  $language::text as "language",
  (select count(*) from reporting.member where member.company_id = company.id) as "members"
from before
join reporting.company on company.id = before.id
