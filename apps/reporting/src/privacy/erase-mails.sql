-- One row: how many mails of the accounts were deleted, sent and waiting. Mails to others refer to people by id, and
-- take their names when they are sent.
with deleted as (
  delete from reporting.mail
  where account_id = any ($ids::integer[])
  returning 1
)
select count(*) as "count"
from deleted
