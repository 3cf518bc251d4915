-- A row per statement that grants the roles for reports a missing privilege, in the order of execution. Row-level
-- security shows reporting_reader the rows of the organization in the setting reporting.company_id, and
-- reporting_scoped_reader only the departments in the setting reporting.departments, with their members. Without the
-- settings, reading fails (docs/decisions/0007). All grants and policies are lost if a dump is restored on a server
-- without the roles.
with
reader (role, policy) as (
  values ('reporting_reader', 'one_organization'), ('reporting_scoped_reader', 'shown_departments')
),
present as (
  select reader.role, pg_roles.oid
  from reader
  join pg_roles on pg_roles.rolname = reader.role
),
readable (role, relation, columns, condition) as (
  select 'reporting_reader', relation, null::text[], 'company_id = current_setting(''reporting.company_id'')::integer'
  from unnest(array[
    'achievement', 'affiliation', 'competency', 'competency_standing', 'compliance_count', 'compliance_snapshot',
    'department', 'measurement_name', 'member', 'monthly_statistic', 'profile', 'profile_achievement',
    'profile_assignment', 'profile_competency', 'profile_structure', 'reminder', 'standing_bitmap', 'standing_count',
    'ticket', 'unsubscription'
  ]) as relation
  union all
  -- lists every relation again, so that a new one cannot be read by default
  select
    'reporting_scoped_reader',
    relation,
    null::text[],
    'company_id = current_setting(''reporting.company_id'')::integer' || coalesce(' and ' || shown, '')
  from (
    values
      (
        array[
          'achievement', 'competency', 'profile', 'profile_achievement', 'profile_competency', 'profile_structure'
        ],
        null
      ),
      (array['department'], 'id = any ((select current_setting(''reporting.departments'')::integer[])::integer[])'),
      (array['member'], 'id in (select reporting.shown_members())'),
      (
        array[
          'affiliation', 'competency_standing', 'compliance_count', 'profile_assignment', 'standing_bitmap',
          'standing_count', 'ticket'
        ],
        'member_id in (select reporting.shown_members())'
      ),
      (
        array['compliance_snapshot', 'monthly_statistic'],
        'department_uuid in (select uuid from reporting.department)'
      )
  ) as scoped (relations, shown)
  cross join unnest(relations) as relation
  union all
  select role, 'company', null::text[], 'id = current_setting(''reporting.company_id'')::integer'
  from reader
  union all
  -- not the password; only of members that the role sees
  select
    role,
    'account',
    array['id', 'uuid', 'email', 'name', 'name_folded']
      || case when role = 'reporting_reader' then '{disabled_at,is_operator,api_access,report_access}'::text[] end,
    'id in (select account_id from reporting.member'
      ' where company_id = current_setting(''reporting.company_id'')::integer)'
  from reader
  union all
  values
    -- views without names, read by previews of reminders
    ('reporting_reader', 'account_rights', null::text[], null::text),
    ('reporting_reader', 'member_rights', null, null),
    ('reporting_reader', 'validator', null, null),
    ('reporting_reader', 'snapshot_day', null, null),
    ('reporting_scoped_reader', 'validator', null, null),
    ('reporting_scoped_reader', 'snapshot_day', null, null)
),
lacking (step, statement) as (
  select 1, format('create role %I nologin', role)
  from reader
  where role not in (select role from present)
  union all
  -- PostgreSQL 16 and later have a separate privilege for SET ROLE
  select 2, format('grant %I to %I', role, current_user)
  from reader
  where not exists (
    select from present
    where present.role = reader.role
      and pg_has_role(
        oid, case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end
      )
  )
  union all
  select 3, format('grant usage on schema reporting to %I', role)
  from reader
  join pg_namespace on nspname = 'reporting'
  where not exists (
    select from present
    where present.role = reader.role
      and has_schema_privilege(present.oid, pg_namespace.oid, 'usage')
  )
  union all
  select
    4,
    format(
      'create policy %I on reporting.%I as restrictive for select to %I using (%s)',
      reader.policy, relation, role, condition
    )
  from readable
  join reader using (role)
  where condition is not null
    and to_regclass('reporting.' || relation) is not null
    and not exists (
      select from pg_policy
      join present on present.oid = any (polroles)
      where present.role = reader.role
        and polrelid = to_regclass('reporting.' || relation)
        and polname = reader.policy
    )
  union all
  select
    5,
    format(
      'grant select%s on reporting.%I to %I',
      ' (' || array_to_string(columns, ', ') || ')', relation, role
    )
  from readable
  where exists (
    select from pg_attribute
    where attrelid = to_regclass('reporting.' || relation)
      and attnum > 0
      and not attisdropped
      and (columns is null or attname = any (columns))
      and not exists (
        select from present
        where present.role = readable.role
          and has_column_privilege(present.oid, attrelid, attnum, 'select')
      )
  )
)
select statement, step <= 2 as "needsAdministrator"
from lacking
order by step, statement
