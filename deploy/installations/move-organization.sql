-- Moves an organization from the database to which psql is connected to that of $NEW_REPORTING_DB, as described in
-- docs/installations.md:
--
--   psql --set company=HANDLE --file move-organization.sql "$REPORTING_DB"
--
-- One transaction in each database. Rows keep their ids. The organization's rows are locked before they are read and
-- until they are deleted, so that no change to them is lost; other organizations' rows are not locked. With
-- `--set remove=true` it only deletes the organization.
\set ON_ERROR_STOP on
\set QUIET on
\pset format unaligned
\pset tuples_only on
\pset pager off
\if :{?remove} \else \set remove false \endif

begin;
set local lock_timeout = '1min';
-- a statement of one organization may write millions of rows
set local statement_timeout = 0;
select id as organization
from reporting.company
where lower(handle) = lower(:'company')
for update \gset

-- One row per table: which of its rows move, which are then deleted, and the length of the longest chain of references.
create temporary table part (relation text, moved text not null, removed text not null, level integer) on commit drop;
with recursive
rule (relation, moved, removed) as (
  -- tables whose rows are not selected by company_id alone
  values
    ('company', 'id = :organization', null),
    ('account', 'id in (select id from person)', 'id in (select id from person where leaves)'),
    ('account_identity', 'account_id in (select id from person)', 'false'),
    ('password_link', 'account_id in (select id from person)', 'false'),
    (
      'audit_event',
      'company_id = :organization or (company_id is null and account_id in (select id from person where leaves))',
      null
    ),
    (
      'list_source_member',
      'source_id in (select id from reporting.list_source where company_id = :organization)',
      null
    ),
    (
      'schedule_run',
      'schedule_id in (select id from reporting.report_schedule where company_id = :organization)',
      null
    ),
    (
      'service_secret',
      'service_account_id in (select id from reporting.service_account where company_id = :organization)',
      null
    ),
    (
      'withdrawn_record',
      'member_uuid in (select uuid from reporting.member where company_id = :organization union all '
        || 'select member_uuid from reporting.former_member where company_id = :organization)',
      null
    ),
    -- people who must not be imported again
    ('erasure', 'true', 'false'),
    -- derived data, written by triggers and jobs of the new database
    ('compliance_count', 'false', 'company_id = :organization'),
    ('profile_structure', 'false', 'company_id = :organization'),
    ('standing_bitmap', 'false', 'company_id = :organization'),
    ('standing_count', 'false', 'company_id = :organization'),
    -- stays in the installation: the history of imports may span organizations
    ('audit_sequence', 'false', 'false'),
    ('import_before', 'false', 'false'),
    ('import_change', 'false', 'false'),
    ('import_fault', 'false', 'false'),
    ('import_run', 'false', 'false'),
    ('job_schedule', 'false', 'false'),
    ('known_import', 'false', 'false'),
    ('password_reset_request', 'false', 'false')
),
relation as (
  select pg_class.oid, relname::text as name
  from pg_class
  where relnamespace = 'reporting'::regnamespace
    and relkind in ('r', 'p')
    and not relispartition
),
chain (oid, level) as (
  -- every chain of references that ends at a table
  select oid, 0 from relation
  union
  select conrelid, level + 1
  from chain
  join pg_constraint on confrelid = chain.oid and contype = 'f' and conrelid <> confrelid
)
insert into part
select
  relation.name,
  -- null for a table of a newer release unknown to this file, which aborts the move
  replace(coalesce(rule.moved, whole.condition), ':organization', :'organization'),
  replace(coalesce(rule.removed, rule.moved, whole.condition), ':organization', :'organization'),
  -- depends on the members, but has no foreign key to them
  case relation.name when 'withdrawn_record' then 9 else (select max(level) from chain where oid = relation.oid) end
from relation
left join rule on rule.relation = relation.name
left join lateral (
  select 'company_id = :organization' as condition
  from pg_attribute
  where attrelid = relation.oid and attname = 'company_id'
) as whole on true;

-- The accounts to which rows of the organization refer, and whether they leave with it: no operators, and nobody who is
-- also in another organization.
create temporary table person (id integer primary key, leaves boolean not null) on commit drop;
select
  format(
    'insert into person select id, not (is_operator or provider_operator or exists (select from (%1$s) as other '
      || 'where other.account_id = account.id and company_id <> %2$s)) from reporting.account '
      || 'where id in (select account_id from (%1$s) as own where company_id = %2$s)',
    string_agg(format('select account_id, company_id from reporting.%I', owned.relation), ' union all '),
    :organization
  )
from (
  select table_name::text as relation
  from information_schema.columns
  where table_schema = 'reporting'
    and column_name in ('account_id', 'company_id')
    and table_name in (select relation from part where relation <> 'audit_event')
  group by table_name
  having count(*) = 2
) as owned \gexec

-- From here on rows of the organization cannot be added or changed: each row is locked, or refers to a locked row.
do $$
declare
  locked text;
begin
  for locked in
    select format('select from reporting.%I where %s for update', relation, moved)
    from part
    where moved not in ('true', 'false')
    order by level, relation
  loop
    execute locked;
  end loop;
end
$$;

-- Whether the new database has the organization with the same ids.
\set in_new_database 'select count(*) > 0 from reporting.company where id = ' :organization
\setenv IN_NEW_DATABASE :in_new_database
\if :remove
  \set is_moved true
\else
  \set is_known `psql --no-psqlrc -At --dbname="${NEW_REPORTING_DB:?}" --command="$IN_NEW_DATABASE"`
  select :'is_known'::boolean as is_known \gset
  \if :is_known
    do $$ begin raise 'The new database has the organization already.'; end $$;
  \endif
  \o | psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname="$NEW_REPORTING_DB" > /dev/null
  select 'begin; set local statement_timeout = 0; set local lock_timeout = ''1min'';';

  -- In pg_dump's format. Rows that may already exist in the new database go through a temporary table.
  with part_column as (
    select
      relation,
      string_agg(quote_ident(attname), ', ' order by attnum) as names,
      string_agg(
        case
          -- operators of this installation are not operators of the new one
          when relation = 'account' and attname in ('is_operator', 'provider_operator') then 'false'
          -- the new database numbers its own events, and may not have accounts that acted for the installation
          when relation = 'audit_event' and attname = 'number' then 'null'
          when relation = 'audit_event' and attname in ('account_id', 'actor_account_id')
          then format('(select id from person where id = %I)', attname)
          else quote_ident(attname)
        end,
        ', ' order by attnum
      ) as expressions
    from part
    join pg_attribute on attrelid = format('reporting.%I', relation)::regclass
    where attnum > 0 and not attisdropped and attgenerated = ''
    group by relation
  ),
  known (relation, key) as (
    values
      ('account', 'id, uuid'), ('account_identity', 'issuer, subject, account_id'), ('password_link', 'hash'),
      ('erasure', 'id')
  )
  select
    format(
      'select %L',
      case when key is null then format('copy reporting.%I (%s) from stdin;', relation, names)
      else format(
        'create temporary table new_%1$s (like reporting.%1$I including generated) on commit drop;'
          || ' copy new_%1$s (%2$s) from stdin;',
        relation, names
      ) end
    ),
    format('copy (select %s from reporting.%I where %s) to stdout', expressions, relation, moved),
    format(
      'select %L',
      '\.' || case when key is null then '' else format(
        E'\ninsert into reporting.%1$I (%2$s) overriding system value select %2$s from new_%1$s'
          || ' where (%3$s) not in (select %3$s from reporting.%1$I);',
        relation, names, key
      ) end
    )
  from part
  join part_column using (relation)
  left join known using (relation)
  where moved <> 'false'
  order by level, relation \gexec

  -- a trigger would record the access of new members as withdrawn by an operator
  select format('update reporting.member set left_by_keeper = true where id in (%s);', string_agg(id::text, ', '))
  from reporting.member
  where company_id = :organization and left_by_keeper
  having count(*) > 0;

  select $stream$
    -- fails if a sequence of the new database would assign a moved id again
    do $$
    declare
      numbered record;
      is_ahead boolean;
    begin
      for numbered in
        select attrelid::regclass as relation, owned.sequence
        from pg_attribute
        join pg_class on pg_class.oid = attrelid and relnamespace = 'reporting'::regnamespace and relkind = 'r'
        cross join lateral (select pg_get_serial_sequence(attrelid::regclass::text, attname)) as owned (sequence)
        where attname = 'id' and owned.sequence is not null
      loop
        execute format(
          'select exists (select from %s where id > coalesce(pg_sequence_last_value(seqrelid), seqstart - 1)'
            || ' and id <= seqmax) from pg_sequence where seqrelid = %L::regclass',
          numbered.relation, numbered.sequence
        ) into is_ahead;
        if is_ahead then
          raise '% would hand out ids of the organization again', numbered.sequence
            using hint = 'Give each database a range of ids of its own, as docs/installations.md says.';
        end if;
      end loop;
    end
    $$;
    commit;
  $stream$;
  \o
  \set is_moved `psql --no-psqlrc -At --dbname="$NEW_REPORTING_DB" --command="$IN_NEW_DATABASE"`
\endif

\if :is_moved
  do $$
  declare
    deleted text;
  begin
    for deleted in
      select format('delete from reporting.%I where %s', relation, removed)
      from part
      where removed <> 'false'
      order by level desc, relation desc
    loop
      execute deleted;
    end loop;
  end
  $$;
  commit;
\else
  do $$ begin raise 'The organization was not moved: the new database did not take it.'; end $$;
\endif
