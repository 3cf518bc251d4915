-- A row: an organization that the platform names, by handle or by id.
select id, uuid, handle, name
from reporting.company
where lower(handle) = lower($handle::text)
  or uuid = $companyId::uuid
