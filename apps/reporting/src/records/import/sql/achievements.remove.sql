-- One row: how many achievements were deleted, which the file lacks.
with deleted as (
  delete from reporting.achievement
  using leaving
  where leaving.file = 'achievements.csv'
    and leaving.id = achievement.uuid
  returning 1
)
select count(*) as deleted
from deleted
