-- name: hold-changes
-- A row if the changes of an import are still kept, which then cannot be removed until the transaction ends.
select id
from reporting.import_run
where id = $undoes::integer
  and kept_changes is not null
for share

-- name: find-undeletable-accounts
-- A row per reason why an account that an import inserted cannot be deleted: it has a right now, which a record keeper
-- cannot delete, or it is an operator, and no other enabled account would be one.
select account.uuid as value, reason.expected
from leaving
join reporting.account on account.uuid = leaving.id
cross join lateral (
  values
    ($isKeeper::boolean and reporting.holds_rights(account.id), 'an account without rights; ask an operator'),
    (
      account.is_operator
        and not exists (
          select
          from reporting.account as other
          where other.is_operator
            and other.disabled_at is null
            and other.email is not null
            and other.uuid not in (select id from leaving where file = 'accounts.csv')
        ),
      'another operator, since no other enabled account would be one'
    )
) as reason (holds, expected)
where leaving.file = 'accounts.csv'
  and reason.holds
order by reason.expected, value
limit $limit::integer

-- name: list-files
-- A row per file with rows that an import changed.
select distinct file
from reporting.import_change
where run_id = $undoes::integer

-- name: find-erased
-- A row if a person in the changes of an import was erased.
select erased_at as "erasedAt"
from reporting.import_run
where id = $undoes::integer
  and erased_at is not null

-- name: free-keys
-- Frees the handles and e-mails of rows that will be deleted, because rows that come back may have them.
with company as (
  update reporting.company
  set handle = company.uuid::text
  from leaving
  where leaving.file = 'companies.csv'
    and leaving.id = company.uuid
)
update reporting.account
set email = account.uuid::text
from leaving
where leaving.file = 'accounts.csv'
  and leaving.id = account.uuid

-- name: forget-people
-- Forgets the people whom a list named in an import for the first time.
delete from reporting.list_source_member
where run_uuid = (select uuid from reporting.import_run where id = $undoes::integer)

-- name: list-references
-- A row per column that references a table, if a referencing row would prevent a deletion or be deleted along with it.
-- Excludes tables that are derived from records, and messages sent about them.
select
  fk.conrelid::regclass::text as "table",
  referring.attname as "column"
from pg_constraint as fk
cross join lateral unnest(fk.conkey, fk.confkey) as pair (referring, referred)
join pg_attribute as referring on referring.attrelid = fk.conrelid and referring.attnum = pair.referring
join pg_attribute as referred on referred.attrelid = fk.confrelid and referred.attnum = pair.referred
where fk.contype = 'f'
  and fk.confrelid = $referred::regclass
  and fk.confdeltype <> 'n'
  and referred.attname = 'id'
  and fk.conrelid::regclass::text <> all (
    '{reporting.standing_bitmap,reporting.standing_count,reporting.compliance_count,reporting.profile_structure,'
      'reporting.reminder,reporting.former_member,reporting.list_source_member}'::text[]
  )
order by "table", "column"
