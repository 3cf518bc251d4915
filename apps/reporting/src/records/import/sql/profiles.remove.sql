-- One row: how many profiles were deleted, which the file lacks.
with deleted as (
  delete from reporting.profile
  using leaving
  where leaving.file = 'profiles.csv'
    and leaving.id = profile.uuid
  returning 1
)
select count(*) as deleted
from deleted
