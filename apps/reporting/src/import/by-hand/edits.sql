-- name: lock-member
-- One row: the member, locked so that no other transaction changes the member's records or erases the account. The
-- accounts of the member and the caller are locked first, in ID order.
with account as materialized (
  select id
  from reporting.account
  where id = $actorAccountId::integer
    or id = (
      select account_id
      from reporting.member
      where company_id = $organization::integer
        and uuid = $memberId::uuid
    )
  order by id
  for key share
)
select member.id, member.account_id as "accountId"
from account
join reporting.member on member.account_id = account.id
where member.company_id = $organization::integer
  and member.uuid = $memberId::uuid
for no key update of member
