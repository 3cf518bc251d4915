-- One row: how many monthly statistics were given to "Former member" with a random id, one for each member; what they
-- count stays.
with former as (
  select company_id, member_uuid, gen_random_uuid() as pseudonym
  from reporting.monthly_statistic
  where member_uuid = any ($memberUuids::uuid[])
  group by company_id, member_uuid
),
changed as (
  update reporting.monthly_statistic as statistic
  set member_uuid = former.pseudonym, member_name = 'Former member'
  from former
  where statistic.company_id = former.company_id
    and statistic.member_uuid = former.member_uuid
  returning 1
)
select count(*) as "count"
from changed
