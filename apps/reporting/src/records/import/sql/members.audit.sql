-- Audits each Developer role that the file changes. It runs before the members are updated. No row changes by it.
with audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, detail)
  select
    'developer-role-changed',
    $startedBy::text,
    account.id,
    member.company_id,
    jsonb_build_object('by', 'import', 'isDeveloper', staged.is_developer)
  from staged_member as staged
  join reporting.member on member.uuid = staged.id
  join reporting.account on account.uuid = staged.account_id
  where staged.is_developer <> member.is_developer
)
select 0 as inserted, 0 as updated
