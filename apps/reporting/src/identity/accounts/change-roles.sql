-- One row: what was found and what is now. No row: no such account.
--   isMember   the account is a member of the organization; true when none was named
with found as (
  select id, is_operator
  from reporting.account
  where lower(email) = lower($email::text)
  for no key update
),
membership as (
  select member.id, member.is_developer
  from reporting.member
  join found on found.id = member.account_id
  where member.company_id = $companyId::integer
  for no key update of member
),
operator_changed as (
  update reporting.account
  set is_operator = $isOperator::boolean, updated_at = clock_timestamp()
  from found
  where account.id = found.id
    and found.is_operator <> $isOperator::boolean
    and ($companyId::integer is null or exists (select from membership))
  returning account.id
),
developer_changed as (
  update reporting.member
  set is_developer = $isDeveloper::boolean
  from membership
  where member.id = membership.id
    and membership.is_developer <> $isDeveloper::boolean
  returning member.account_id
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, detail)
  select 'operator-changed', $actor::text, id, null, jsonb_build_object('isOperator', $isOperator::boolean)
  from operator_changed
  union all
  select
    'developer-role-changed',
    $actor::text,
    account_id,
    $companyId::integer,
    jsonb_build_object('isDeveloper', $isDeveloper::boolean)
  from developer_changed
)
select $companyId::integer is null or exists (select from membership) as "isMember"
from found
