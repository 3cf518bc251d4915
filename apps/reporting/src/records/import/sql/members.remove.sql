-- One row: how many members were deleted, which the file lacks.
with deleted as (
  delete from reporting.member
  using leaving
  where leaving.file = 'members.csv'
    and leaving.id = member.uuid
  returning 1
)
select count(*) as deleted
from deleted
