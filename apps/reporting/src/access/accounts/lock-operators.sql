-- Locks the operators that are one by hand, in the order of their ids: of two that would disable or demote each other,
-- the second sees what the first did.
select id
from reporting.account
where is_operator
order by id
for no key update
