-- For psql. One row per table whose rows move with the organization :company: the number of its rows, and their hash.
select id as organization
from reporting.company
where lower(handle) = lower(:'company') \gset

with child (name, condition) as (
  -- tables without company_id, except those that do not move
  values
    ('account', 'id in (select account_id from reporting.member where company_id = %1$s)'),
    ('account_identity', 'account_id in (select account_id from reporting.member where company_id = %1$s)'),
    ('company', 'id = %1$s'),
    ('erasure', 'true'),
    ('list_source_member', 'source_id in (select id from reporting.list_source where company_id = %1$s)'),
    ('password_link', 'account_id in (select account_id from reporting.member where company_id = %1$s)'),
    ('schedule_run', 'schedule_id in (select id from reporting.report_schedule where company_id = %1$s)'),
    ('service_secret', 'service_account_id in (select id from reporting.service_account where company_id = %1$s)'),
    ('withdrawn_record', 'member_uuid in (select uuid from reporting.member where company_id = %1$s)')
)
select format(
  'select %L, count(*), sum(hashtextextended((to_jsonb(kept) - %L::text[])::text, 0)) '
    || 'from reporting.%I as kept where %s',
  relname,
  -- rights of operators, and columns that differ between installations
  case relname
    when 'account' then '{is_operator,provider_operator}'
    when 'audit_event' then '{number,account_id,actor_account_id}'
    else '{}'
  end,
  relname,
  format(coalesce(condition, 'company_id = %1$s'), :organization)
)
from pg_class
left join child on name = relname
where relnamespace = 'reporting'::regnamespace
  and relkind in ('r', 'p')
  and not relispartition
  and relname not in (
    -- written by triggers and jobs
    'compliance_count', 'profile_structure', 'standing_bitmap', 'standing_count',
    'audit_sequence', 'import_before', 'import_change', 'import_fault', 'import_run', 'job_schedule',
    'password_reset_request'
  )
order by relname \gexec
