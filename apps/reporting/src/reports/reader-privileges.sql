-- The statements that grant reporting_reader what reports need and it lacks, in the order in which they are run; no row
-- when nothing is missing. Row-level security shows the role the rows of one organization, the one of the setting
-- reporting.company_id, and none without it (docs/decisions/0007). A dump that is restored where the role does not
-- exist loses all of it, the policies included.
with
reader as (
  select oid from pg_roles where rolname = 'reporting_reader'
),
readable (relation, columns, condition) as (
  select relation, null::text[], 'company_id = current_setting(''reporting.company_id'')::integer'
  from unnest(array[
    'achievement', 'affiliation', 'competency', 'competency_standing', 'compliance_count', 'compliance_snapshot',
    'department', 'member', 'monthly_statistic', 'profile', 'profile_achievement', 'profile_assignment',
    'profile_competency', 'profile_structure', 'reminder', 'standing_bitmap', 'standing_count', 'ticket',
    'unsubscription'
  ]) as relation
  union all
  values
    ('company', null, 'id = current_setting(''reporting.company_id'')::integer'),
    -- no password
    (
      'account',
      array[
        'id', 'uuid', 'email', 'name', 'name_folded', 'disabled_at', 'is_operator', 'api_access', 'report_access'
      ],
      'id in (select account_id from reporting.member'
        ' where company_id = current_setting(''reporting.company_id'')::integer)'
    ),
    -- views without names, which previews of reminders read
    ('account_rights', null, null),
    ('member_rights', null, null)
),
lacking (step, statement) as (
  select 1, 'create role reporting_reader nologin'
  where not exists (select from reader)
  union all
  -- The right to become a role is one of its own from PostgreSQL 16 on.
  select 2, format('grant reporting_reader to %I', current_user)
  where not exists (
    select from reader
    where pg_has_role(
      oid, case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end
    )
  )
  union all
  select 3, 'grant usage on schema reporting to reporting_reader'
  from pg_namespace
  where nspname = 'reporting'
    and not exists (select from reader where has_schema_privilege(reader.oid, pg_namespace.oid, 'usage'))
  union all
  select
    4,
    format(
      'create policy one_organization on reporting.%I as restrictive for select to reporting_reader using (%s)',
      relation, condition
    )
  from readable
  where condition is not null
    and to_regclass('reporting.' || relation) is not null
    and not exists (
      select from pg_policy
      join reader on reader.oid = any (polroles)
      where polrelid = to_regclass('reporting.' || relation)
        and polname = 'one_organization'
    )
  union all
  select
    5,
    format(
      'grant select%s on reporting.%I to reporting_reader',
      ' (' || array_to_string(columns, ', ') || ')', relation
    )
  from readable
  where exists (
    select from pg_attribute
    where attrelid = to_regclass('reporting.' || relation)
      and attnum > 0
      and not attisdropped
      and (columns is null or attname = any (columns))
      and not exists (select from reader where has_column_privilege(reader.oid, attrelid, attnum, 'select'))
  )
)
select statement, step <= 2 as "needsAdministrator"
from lacking
order by step, statement;
