-- One row: how many rows of the folder's organizations were deleted, which the file lacks.
with deleted as (
  delete from reporting.ticket as present
  using reporting.company
  join staged_company on staged_company.id = company.uuid
  where company.id = present.company_id
    and not exists (
      select
      from staged_ticket as staged
      where staged.id = present.uuid
    )
  returning 1
)
select count(*) as deleted
from deleted
