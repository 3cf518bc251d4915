-- A row: a bad value of tickets.csv, by its line. A ticket stays in its organization.
select again.line, 'id' as "column", again.id::text as value,
  'an id that is in the file once; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose key an earlier row has
  select *, min(line) over (partition by id) as first_line
  from staged_ticket
  where id is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'memberId', staged.member_id::text, 'the id of a member, in this folder or in the database'
from staged_ticket as staged
where staged.member_id is not null
  and not exists (select from known_member as known where known.id = staged.member_id)
union all
select staged.line, 'achievementId', staged.achievement_id::text, 'the id of an achievement, in this folder or in the database'
from staged_ticket as staged
where staged.achievement_id is not null
  and not exists (select from known_achievement as known where known.id = staged.achievement_id)
union all
select staged.line, 'achievementId', staged.achievement_id::text, 'an achievement of the same organization'
from staged_ticket as staged
join known_member as owner on owner.id = staged.member_id
join known_achievement as known on known.id = staged.achievement_id
where known.company_id <> owner.company_id
union all
select staged.line, 'id', staged.id::text, 'an id that no other organization uses'
from staged_ticket as staged
join known_member as owner on owner.id = staged.member_id
join reporting.ticket as present on present.uuid = staged.id
join reporting.company on company.id = present.company_id
where company.uuid <> owner.company_id
order by line, "column"
limit $limit::integer
