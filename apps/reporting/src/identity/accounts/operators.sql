-- name: lock-accounts
-- Locks accounts in ID order until the transaction ends, and with $operators also all manually appointed operators, so
-- that of two operators who demote each other, the second sees the first change. A row per locked account.
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
-- Keeps the account that makes a change from being erased until the transaction ends. No row if it was erased.
select id
from reporting.account
where id = $actorAccountId::integer
for key share

-- name: other-operators
-- One row: whether there is another enabled, manually appointed operator besides these accounts. Those without an
-- e-mail do not count, because they cannot sign in.
select exists (
  select
  from reporting.account
  where is_operator
    and disabled_at is null
    and email is not null
    and id <> all ($ids::integer[])
) as "exist"

-- name: hold-off-erasures
-- Waits for a running erasure and blocks others until the transaction ends. It does not start the transaction's
-- snapshot, which therefore sees the result of the erasure.
lock table reporting.erasure in row exclusive mode
