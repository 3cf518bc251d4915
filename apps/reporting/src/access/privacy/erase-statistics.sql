-- One row: how many monthly statistics were given to "Former member" with a random id, one for each member; what they
-- count stays. Those of members who are gone already are known by the name alone.
with former as (
  select statistic.company_id, statistic.member_uuid, gen_random_uuid() as pseudonym
  from reporting.monthly_statistic as statistic
  where statistic.member_uuid = any ($memberUuids::uuid[])
    or (
      lower(statistic.member_name) = any ($names::text[])
      and not exists (select from reporting.member where member.uuid = statistic.member_uuid)
    )
  group by statistic.company_id, statistic.member_uuid
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
