-- One row: how many competencies were deleted, which the file lacks.
with deleted as (
  delete from reporting.competency
  using leaving
  where leaving.file = 'competencies.csv'
    and leaving.id = competency.uuid
  returning 1
)
select count(*) as deleted
from deleted
