-- name: lock-accounts
-- Locks accounts until the transaction ends, in the order of their ids, and where $operators also every account that is
-- an operator by hand: of two calls that would disable or demote each other, the second sees what the first did. A row:
-- an account that was locked.
select id
from reporting.account
where id in (
  select unnest($ids::integer[])
  union all
  select id from reporting.account where $operators::boolean and is_operator
)
order by id
for no key update

-- name: hold-actor
-- One row: the account that makes a change, which is not erased until the transaction ends. No row: it was erased.
select id
from reporting.account
where id = $actorAccountId::integer
for key share

-- name: other-operators
-- One row: whether an enabled account is an operator by hand that is none of these.
select exists (
  select
  from reporting.account
  where is_operator
    and disabled_at is null
    and id <> all ($ids::integer[])
) as "exist"
