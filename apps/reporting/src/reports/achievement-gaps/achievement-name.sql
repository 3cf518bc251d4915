-- The row: the name of an achievement; none where the organization does not have it.
select name
from reporting.achievement
where company_id = $organization::integer
  and uuid = $achievementId::uuid
