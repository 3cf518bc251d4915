-- name: before-change
-- Replaces changing handles by ids: a handle may move from one organization to another, but the unique index checks
-- each row. The new handles are written with the rows of the file, which count as updated then. An empty language keeps
-- the stored one; another one is audited.
with filled as (
  update staged_company as staged
  set language = coalesce((select language from reporting.company where uuid = staged.id), 'en')
  where staged.language is null
),
changed as (
  update reporting.company as present
  set handle = present.uuid::text
  from staged_company as staged
  where staged.id = present.uuid
    and lower(staged.handle) <> lower(present.handle)
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, company_id, detail)
  select
    'organization-updated',
    $actor::text,
    (select account_id from reporting.import_run where id = $run::integer),
    present.id,
    jsonb_build_object(
      'by', 'import',
      'startedBy', $startedBy::text,
      'before', jsonb_build_object('language', present.language),
      'after', jsonb_build_object('language', staged.language)
    )
  from staged_company as staged
  join reporting.company as present on present.uuid = staged.id
  where staged.language <> present.language
  order by present.id
)
select 0 as inserted, 0 as updated

-- name: faults
-- A row per invalid value of companies.csv. Handles are unique regardless of letter case.
select again.line, 'handle' as "column", again.handle as value,
  'a handle that is in the file once; line ' || again.first_line || ' has it too' as expected
from (
  -- rows with the handle of an earlier row
  select *, min(line) over (partition by lower(handle)) as first_line
  from staged_company
  where lower(handle) is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'handle', staged.handle, 'a handle that no other organization has'
from staged_company as staged
join reporting.company on lower(company.handle) = lower(staged.handle)
where company.uuid <> staged.id
  and not exists (select from staged_company as other where other.id = company.uuid)
  and not exists (select from leaving where file = 'companies.csv' and leaving.id = company.uuid)

-- name: rights-keeper
-- A row per line of companies.csv that adds or changes an organization, for a record keeper.
select staged.line, null as "column", null as value, 'the organization as it is, which an operator changes' as expected
from staged_company as staged
left join reporting.company on company.uuid = staged.id
where $isKeeper::boolean
  and (company.handle, company.name, company.language)
    is distinct from (staged.handle, staged.name, coalesce(staged.language, company.language))
order by line
limit $limit::integer
