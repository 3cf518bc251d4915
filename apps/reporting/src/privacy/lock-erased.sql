-- Locks accounts that are to be erased: requests of theirs that are under way end before, or find them gone.
select id
from reporting.account
where uuid = any ($uuids::uuid[])
order by id
for update
