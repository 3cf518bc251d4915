-- One row: how many departments were deleted, which the file lacks.
with deleted as (
  delete from reporting.department
  using leaving
  where leaving.file = 'departments.csv'
    and leaving.id = department.uuid
  returning 1
)
select count(*) as deleted
from deleted
