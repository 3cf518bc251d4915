-- A row: the id of an erased account or member, in the order of erasure.
select id
from reporting.erasure
order by erased_at, id
