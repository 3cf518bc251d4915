-- What standings and tickets refer to exists. Foreign keys said so until they were replaced by these triggers, which
-- check all rows of a statement at once: row by row it was two thirds of the time of a first load. Like foreign keys
-- they hold under concurrent writers: who refers to a row locks it against deletion and waits for one that has begun,
-- and who deletes a row then sees, in a statement of its own, what others committed meanwhile.

-- Drops the constraints together with the triggers' creation. Readers would wait behind one who waits for the locks, so
-- they are asked for a second at a time.
do $$
declare
  former constant name[] := '{
    competency_standing_member_fkey, competency_standing_competency_fkey, competency_standing_validator_fkey,
    ticket_member_fkey, ticket_achievement_fkey
  }';
  found record;
begin
  if not exists (
    select from pg_constraint where connamespace = 'reporting'::regnamespace and conname = any (former)
  ) then
    return;
  end if;
  perform set_config('lock_timeout', '1s', true);
  loop
    begin
      lock table
        reporting.member, reporting.competency, reporting.achievement, reporting.competency_standing, reporting.ticket
        in access exclusive mode;
      exit;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(2);
    end;
  end loop;
  perform set_config('lock_timeout', '0', true);
  for found in
    select conrelid::regclass as referring, conname
    from pg_constraint
    where connamespace = 'reporting'::regnamespace and conname = any (former)
  loop
    execute format('alter table %s drop constraint %I', found.referring, found.conname);
  end loop;
end
$$;

-- Arguments: a column of the table and the table it refers to, then the next.
create or replace function reporting.check_references() returns trigger
  language plpgsql
  -- whoever may write standings need not be allowed to lock members
  security definer set search_path = pg_catalog, pg_temp
as $$
declare
  missing integer;
begin
  for argument in 0 .. tg_nargs - 1 by 2 loop
    execute format(
      'with referred as (
        select distinct company_id, %1$I as id from written where %1$I is not null
        %3$s
      ),
      held as (
        select company_id, id
        from reporting.%2$I as present
        join referred using (company_id, id)
        for key share of present
      )
      select id
      from referred
      where (select count(*) from held) < (select count(*) from referred)
        and (company_id, id) not in (select company_id, id from held)
      limit 1',
      tg_argv[argument],
      tg_argv[argument + 1],
      case when tg_op = 'UPDATE' then format('except select company_id, %I from replaced', tg_argv[argument]) end
    )
    into missing;
    if missing is not null then
      raise exception '% % of % is not in % of the organization',
          tg_argv[argument], missing, tg_table_name, tg_argv[argument + 1]
        using errcode = 'foreign_key_violation', schema = tg_table_schema, table = tg_table_name,
          column = tg_argv[argument];
    end if;
  end loop;
  return null;
end
$$;

-- Arguments: a table and its column that refers to the table, then the next.
create or replace function reporting.keep_what_is_referred_to() returns trigger
  language plpgsql
  -- an import turns nested loops off, which would read all standings for a few members
  security definer set search_path = pg_catalog, pg_temp set enable_nestloop = on
as $$
declare
  referred integer;
begin
  if tg_op = 'TRUNCATE' then
    for argument in 0 .. tg_nargs - 1 by 2 loop
      execute format('delete from reporting.%I', tg_argv[argument]);
    end loop;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    raise exception 'a row of % stays in its organization', tg_table_name
      using errcode = 'foreign_key_violation', schema = tg_table_schema, table = tg_table_name;
  end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'a row of % is deleted at the isolation level read committed alone', tg_table_name
      using errcode = 'feature_not_supported';
  end if;
  for argument in 0 .. tg_nargs - 1 by 2 loop
    execute format(
      'select gone.id
      from gone
      join reporting.%1$I as referring on referring.company_id = gone.company_id and referring.%2$I = gone.id
      limit 1
      for key share of referring',
      tg_argv[argument],
      tg_argv[argument + 1]
    )
    into referred;
    if referred is not null then
      raise exception 'the row % of % is still referred to by % of %',
          referred, tg_table_name, tg_argv[argument + 1], tg_argv[argument]
        using errcode = 'foreign_key_violation', schema = tg_table_schema, table = tg_argv[argument],
          column = tg_argv[argument + 1];
    end if;
  end loop;
  return null;
end
$$;

do $$
declare
  referring record;
  referred record;
begin
  for referring in
    select *
    from (
      values
        ('competency_standing', 'member_id, member, competency_id, competency, validator_id, member'),
        ('ticket', 'member_id, member, achievement_id, achievement')
    ) as each (name, arguments)
  loop
    execute format(
      'create or replace trigger check_references_insert after insert on reporting.%1$I
        referencing new table as written
        for each statement execute function reporting.check_references(%2$s);
      create or replace trigger check_references_update after update on reporting.%1$I
        referencing old table as replaced new table as written
        for each statement execute function reporting.check_references(%2$s)',
      referring.name,
      referring.arguments
    );
  end loop;
  for referred in
    select *
    from (
      values
        ('member', 'competency_standing, member_id, competency_standing, validator_id, ticket, member_id'),
        ('competency', 'competency_standing, competency_id'),
        ('achievement', 'ticket, achievement_id')
    ) as each (name, arguments)
  loop
    execute format(
      'create or replace trigger keep_what_is_referred_to_delete after delete on reporting.%1$I
        referencing old table as gone
        for each statement execute function reporting.keep_what_is_referred_to(%2$s);
      create or replace trigger keep_what_is_referred_to_update before update of company_id on reporting.%1$I
        for each row when (old.company_id <> new.company_id)
        execute function reporting.keep_what_is_referred_to(%2$s);
      -- as truncate with cascade went through a foreign key
      create or replace trigger keep_what_is_referred_to_truncate after truncate on reporting.%1$I
        for each statement execute function reporting.keep_what_is_referred_to(%2$s)',
      referred.name,
      referred.arguments
    );
  end loop;
end
$$;
