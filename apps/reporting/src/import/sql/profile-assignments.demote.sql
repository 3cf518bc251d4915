-- One row: how many assignments stopped being primary. It comes before the rest, so that a member's primary
-- profile can change: the index that allows one looks at each row, not at the end.
with demoted as (
  update reporting.profile_assignment as present
  set
    is_primary = false,
    requires_compliance = staged.requires_compliance
  from staged_profile_assignment as staged
  join reporting.member on member.uuid = staged.member_id
  join reporting.department on department.uuid = staged.department_id
  join reporting.profile on profile.uuid = staged.profile_id
  where present.member_id = member.id
    and present.department_id = department.id
    and present.profile_id = profile.id
    and present.is_primary
    and not staged.is_primary
  returning 1
)
select 0 as inserted, count(*) as updated
from demoted
