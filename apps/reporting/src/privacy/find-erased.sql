-- A row: an account that is to be erased, with the ids of its memberships, and its organizations, deleted memberships
-- included.
select
  account.id,
  account.uuid,
  account.email,
  account.name,
  account.is_operator and account.disabled_at is null as "isOperator",
  array(select id from reporting.member where account_id = account.id order by id) as "memberIds",
  array(
    select uuid from reporting.member where account_id = account.id
    union
    select member_uuid from reporting.former_member where account_id = account.id
  ) as "memberUuids",
  array(
    select company_id from reporting.member where account_id = account.id
    union
    select company_id from reporting.former_member where account_id = account.id
  ) as "companyIds"
from reporting.account
where account.uuid = any ($uuids::uuid[])
order by account.id
