-- One row: how many rows of the folder's organizations were deleted, which the file lacks.
with deleted as (
  delete from reporting.profile_competency as present
  using reporting.company
  join staged_company on staged_company.id = company.uuid
  where company.id = present.company_id
    and not exists (
      select
      from staged_profile_competency as staged
      join reporting.profile on profile.uuid = staged.profile_id
      join reporting.competency on competency.uuid = staged.competency_id
      where profile.id = present.profile_id and competency.id = present.competency_id
    )
  returning 1
)
select count(*) as deleted
from deleted
