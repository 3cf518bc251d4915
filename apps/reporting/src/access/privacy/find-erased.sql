-- A row: an account that is to be erased, with its memberships. What names it is in lower case, by this function alone:
-- others fold some letters otherwise.
select
  account.id,
  account.uuid,
  lower(account.email) as email,
  lower(account.name) as name,
  account.is_operator and account.disabled_at is null as "isOperator",
  array(select member.id from reporting.member where account_id = account.id order by id) as "memberIds",
  array(select member.uuid from reporting.member where account_id = account.id order by id)
    as "memberUuids",
  array(
    select lower(member.code)
    from reporting.member
    where account_id = account.id
      and member.code is not null
  ) as "codes"
from reporting.account
where account.uuid = any ($uuids::uuid[])
order by account.id
