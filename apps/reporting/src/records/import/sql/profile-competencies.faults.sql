-- A row: a bad value of profile-competencies.csv, by its line. A profile has a competency once.
select again.line, 'competencyId' as "column", again.competency_id::text as value,
  'one row of a profile and a competency; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose key an earlier row has
  select *, min(line) over (partition by profile_id, competency_id) as first_line
  from staged_profile_competency
  where profile_id is not null and competency_id is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'profileId', staged.profile_id::text, 'the id of a profile, in this folder or in the database'
from staged_profile_competency as staged
where staged.profile_id is not null
  and not exists (select from known_profile as known where known.id = staged.profile_id)
union all
select staged.line, 'competencyId', staged.competency_id::text, 'the id of a competency, in this folder or in the database'
from staged_profile_competency as staged
where staged.competency_id is not null
  and not exists (select from known_competency as known where known.id = staged.competency_id)
union all
select staged.line, 'competencyId', staged.competency_id::text, 'a competency of the same organization'
from staged_profile_competency as staged
join known_profile as owner on owner.id = staged.profile_id
join known_competency as known on known.id = staged.competency_id
where known.company_id <> owner.company_id
order by line, "column"
limit $limit::integer
