-- Audits each Developer role that the file gives or takes away, by account and organization: with a row that
-- changes, passes to another account, is new, or is deleted by --replace. It runs before the members change. No
-- row changes by it.
with before as (
  select member.account_id, member.company_id
  from reporting.member
  where member.is_developer
    and (
      member.uuid in (select id from staged_member)
      or member.uuid in (select id from leaving where file = 'members.csv')
    )
),
after as (
  select account.id as account_id, company.id as company_id
  from staged_member as staged
  join reporting.account on account.uuid = staged.account_id
  join reporting.company on company.uuid = staged.company_id
  where staged.is_developer
),
changed as (
  select granted.*, true as is_developer
  from (select * from after except select * from before) as granted
  union all
  select withdrawn.*, false
  from (select * from before except select * from after) as withdrawn
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, detail)
  select
    'developer-role-changed',
    $actor::text,
    account_id,
    company_id,
    jsonb_build_object(
      'by', 'import',
      'startedBy', $startedBy::text,
      'isDeveloper', is_developer
    )
  from changed
)
select 0 as inserted, 0 as updated
