-- A row: a bad value of competency-standings.csv, by its line. A member stands to a competency once; the validator is a member, too.
select again.line, 'competencyId' as "column", again.competency_id::text as value,
  'one standing of a member and a competency; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose key an earlier row has
  select *, min(line) over (partition by member_id, competency_id) as first_line
  from staged_competency_standing
  where member_id is not null and competency_id is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'memberId', staged.member_id::text, 'the id of a member, in this folder or in the database'
from staged_competency_standing as staged
where staged.member_id is not null
  and not exists (select from known_member as known where known.id = staged.member_id)
union all
select staged.line, 'competencyId', staged.competency_id::text, 'the id of a competency, in this folder or in the database'
from staged_competency_standing as staged
where staged.competency_id is not null
  and not exists (select from known_competency as known where known.id = staged.competency_id)
union all
select staged.line, 'validatorId', staged.validator_id::text, 'the id of a member, in this folder or in the database'
from staged_competency_standing as staged
where staged.validator_id is not null
  and not exists (select from known_member as known where known.id = staged.validator_id)
union all
select staged.line, 'competencyId', staged.competency_id::text, 'a competency of the same organization'
from staged_competency_standing as staged
join known_member as owner on owner.id = staged.member_id
join known_competency as known on known.id = staged.competency_id
where known.company_id <> owner.company_id
union all
select staged.line, 'validatorId', staged.validator_id::text, 'a member of the same organization'
from staged_competency_standing as staged
join known_member as owner on owner.id = staged.member_id
join known_member as known on known.id = staged.validator_id
where known.company_id <> owner.company_id
order by line, "column"
limit $limit::integer
