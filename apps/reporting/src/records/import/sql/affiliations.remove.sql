-- One row: how many rows of the folder's organizations were deleted, which the file lacks.
with deleted as (
  delete from reporting.affiliation as present
  using reporting.company
  join staged_company on staged_company.id = company.uuid
  where company.id = present.company_id
    and not exists (
      select
      from staged_affiliation as staged
      join reporting.member on member.uuid = staged.member_id
      join reporting.department on department.uuid = staged.department_id
      where member.id = present.member_id and department.id = present.department_id
    )
  returning 1
)
select count(*) as deleted
from deleted
