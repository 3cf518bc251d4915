-- One row: the account that was made. No row: the e-mail is taken.
-- With a company, the account is a member of it with access; the Developer role as asked. An operator gets
-- both grants, without which their secret would be refused.
with created as (
  insert into reporting.account (uuid, email, name, is_operator, api_access, report_access)
  values (
    gen_random_uuid(),
    $email::text,
    $name::text,
    $isOperator::boolean,
    $isOperator::boolean,
    $isOperator::boolean
  )
  on conflict (lower(email)) do nothing
  returning id, uuid
),
joined as (
  insert into reporting.member (uuid, company_id, account_id, has_access, is_developer)
  select gen_random_uuid(), $companyId::integer, created.id, true, $isDeveloper::boolean
  from created
  where $companyId::integer is not null
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, detail)
  select
    'account-created',
    $actor::text,
    created.id,
    $companyId::integer,
    jsonb_build_object('isOperator', $isOperator::boolean, 'isDeveloper', $isDeveloper::boolean)
  from created
)
select uuid
from created
