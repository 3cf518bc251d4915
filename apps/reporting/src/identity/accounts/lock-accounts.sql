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
