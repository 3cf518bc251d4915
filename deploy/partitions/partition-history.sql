-- Partitions reporting's history by month: compliance snapshots and monthly statistics, as docs/scaling.md describes.
--
--   psql --file partition-history.sql "$DATABASE_URL"                   every month
--   psql --set keep=36 --file partition-history.sql "$DATABASE_URL"     also drops months older than three years
--
-- The first run turns each table into the first partition of a new one, without copying its rows; every run adds the
-- partitions of the next twelve months. Rows of other months go to a default partition.
\set ON_ERROR_STOP on
\if :{?keep} \else \set keep null \endif

begin;
set local lock_timeout = '10s';
set local client_min_messages = warning;

create function pg_temp.partition_table(relation text, key text) returns void
  language plpgsql
as $$
declare
  parent constant text := format('reporting.%I', relation);
  before constant text := format('reporting.%I', relation || '_before');
  -- definitions that depend on the table, to be repeated on the new one
  definitions text[];
  definition text;
  bound date;
begin
  if (select relkind from pg_class where oid = parent::regclass) = 'p' then
    return;
  end if;
  execute format('lock table %s', parent);
  select array_agg(statement order by step) into definitions
  from (
    select 1, format('alter table %s add constraint %I %s', parent, conname, pg_get_constraintdef(oid))
    from pg_constraint
    where conrelid = parent::regclass and contype = 'f'
    union all
    select 2, format('alter table %s enable row level security', parent)
    union all
    select
      3,
      format(
        'create policy %I on %s as %s for %s to %s using (%s)%s',
        policyname, parent, permissive, cmd,
        array_to_string(roles, ', '),
        qual, ' with check (' || with_check || ')'
      )
    from pg_policies
    where schemaname = 'reporting' and tablename = relation
    union all
    select 4, format('grant %s on %s to %I', acl.privilege_type, parent, acl.grantee::regrole)
    from pg_class
    cross join lateral aclexplode(relacl) as acl
    where pg_class.oid = parent::regclass and acl.grantee not in (0, relowner)
    union all
    select distinct 5, format('create or replace view %s as %s', ev_class::regclass, pg_get_viewdef(ev_class))
    from pg_depend
    join pg_rewrite on pg_rewrite.oid = objid
    where classid = 'pg_rewrite'::regclass and refobjid = parent::regclass and ev_class <> refobjid
  ) as dependent (step, statement);
  execute format(
    'select (date_trunc(''month'', greatest(max(%I), current_date)) + interval ''1 month'')::date from %s', key, parent
  ) into bound;
  execute format('alter index reporting.%I rename to %I', relation || '_pkey', relation || '_before_pkey');
  execute format('alter table %s rename to %I', parent, relation || '_before');
  execute format('create table %s (like %s including all) partition by range (%I)', parent, before, key);
  foreach definition in array definitions loop
    execute definition;
  end loop;
  execute format('alter table %s attach partition %s for values from (minvalue) to (%L)', parent, before, bound);
  execute format('create table reporting.%I partition of %s default', relation || '_other', parent);
end
$$;

create function pg_temp.add_months(relation text, key text) returns void
  language plpgsql
as $$
declare
  parent constant text := format('reporting.%I', relation);
  columns constant text := (
    select string_agg(quote_ident(attname), ', ')
    from pg_attribute
    where attrelid = parent::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  );
  partition text;
  month date;
begin
  for month in
    select generate_series(date_trunc('month', now()), now() + interval '12 months', interval '1 month')
  loop
    partition := format('reporting.%I', relation || to_char(month, '_YYYY_MM'));
    -- the month may belong to the first partition
    continue when to_regclass(partition) is not null or exists (
      select
      from pg_inherits
      join pg_class on pg_class.oid = inhrelid
      where inhparent = parent::regclass
        and relname = relation || '_before'
        and substring(pg_get_expr(relpartbound, pg_class.oid) from 'TO \(''(.+)''\)')::date > month
    );
    execute format('create table %s (like %s including all)', partition, parent);
    execute format(
      'with other as (delete from reporting.%1$I where %2$I >= %3$L and %2$I < %4$L returning %5$s) '
        || 'insert into %6$s (%5$s) select * from other',
      relation || '_other', key, month, month + interval '1 month', columns, partition
    );
    execute format(
      'alter table %s attach partition %s for values from (%L) to (%L)',
      parent, partition, month, (month + interval '1 month')::date
    );
  end loop;
end
$$;

create function pg_temp.drop_months(relation text, keep integer) returns void
  language plpgsql
as $$
declare
  partition regclass;
begin
  for partition in
    select inhrelid
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    where inhparent = format('reporting.%I', relation)::regclass
      and substring(pg_get_expr(relpartbound, pg_class.oid) from 'TO \(''(.+)''\)')::date
        <= date_trunc('month', now()) - make_interval(months => keep)
  loop
    execute format('drop table %s', partition);
  end loop;
end
$$;

select
  pg_temp.partition_table(relation, key), pg_temp.add_months(relation, key), pg_temp.drop_months(relation, :keep)
from (values ('compliance_snapshot', 'snapshot_date'), ('monthly_statistic', 'month')) as history (relation, key)
\g /dev/null
commit;
