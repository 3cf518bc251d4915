-- One row: the organization of a handle, in any case. No row: there is none.
select id
from reporting.company
where lower(handle) = lower($handle::text)
