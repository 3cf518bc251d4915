-- A row: something that --replace would delete, and that a table still refers to whose file is not there.
select leaving.file, leaving.id::text as value, 'affiliations.csv' as used_by
from leaving
join reporting.member on member.uuid = leaving.id
where leaving.file = 'members.csv'
  and 'affiliations.csv' <> all ($files::text[])
  and exists (select from reporting.affiliation as present where present.member_id = member.id)
union all
select leaving.file, leaving.id::text as value, 'profile-assignments.csv' as used_by
from leaving
join reporting.member on member.uuid = leaving.id
where leaving.file = 'members.csv'
  and 'profile-assignments.csv' <> all ($files::text[])
  and exists (select from reporting.profile_assignment as present where present.member_id = member.id)
union all
select leaving.file, leaving.id::text as value, 'competency-standings.csv' as used_by
from leaving
join reporting.member on member.uuid = leaving.id
where leaving.file = 'members.csv'
  and 'competency-standings.csv' <> all ($files::text[])
  and exists (select from reporting.competency_standing as present where present.member_id = member.id)
union all
select leaving.file, leaving.id::text as value, 'competency-standings.csv' as used_by
from leaving
join reporting.member on member.uuid = leaving.id
where leaving.file = 'members.csv'
  and 'competency-standings.csv' <> all ($files::text[])
  and exists (select from reporting.competency_standing as present where present.validator_id = member.id)
union all
select leaving.file, leaving.id::text as value, 'tickets.csv' as used_by
from leaving
join reporting.member on member.uuid = leaving.id
where leaving.file = 'members.csv'
  and 'tickets.csv' <> all ($files::text[])
  and exists (select from reporting.ticket as present where present.member_id = member.id)
union all
select leaving.file, leaving.id::text as value, 'affiliations.csv' as used_by
from leaving
join reporting.department on department.uuid = leaving.id
where leaving.file = 'departments.csv'
  and 'affiliations.csv' <> all ($files::text[])
  and exists (select from reporting.affiliation as present where present.department_id = department.id)
union all
select leaving.file, leaving.id::text as value, 'profile-assignments.csv' as used_by
from leaving
join reporting.department on department.uuid = leaving.id
where leaving.file = 'departments.csv'
  and 'profile-assignments.csv' <> all ($files::text[])
  and exists (select from reporting.profile_assignment as present where present.department_id = department.id)
union all
select leaving.file, leaving.id::text as value, 'profile-assignments.csv' as used_by
from leaving
join reporting.profile on profile.uuid = leaving.id
where leaving.file = 'profiles.csv'
  and 'profile-assignments.csv' <> all ($files::text[])
  and exists (select from reporting.profile_assignment as present where present.profile_id = profile.id)
union all
select leaving.file, leaving.id::text as value, 'profile-competencies.csv' as used_by
from leaving
join reporting.profile on profile.uuid = leaving.id
where leaving.file = 'profiles.csv'
  and 'profile-competencies.csv' <> all ($files::text[])
  and exists (select from reporting.profile_competency as present where present.profile_id = profile.id)
union all
select leaving.file, leaving.id::text as value, 'profile-competencies.csv' as used_by
from leaving
join reporting.competency on competency.uuid = leaving.id
where leaving.file = 'competencies.csv'
  and 'profile-competencies.csv' <> all ($files::text[])
  and exists (select from reporting.profile_competency as present where present.competency_id = competency.id)
union all
select leaving.file, leaving.id::text as value, 'competency-standings.csv' as used_by
from leaving
join reporting.competency on competency.uuid = leaving.id
where leaving.file = 'competencies.csv'
  and 'competency-standings.csv' <> all ($files::text[])
  and exists (select from reporting.competency_standing as present where present.competency_id = competency.id)
union all
select leaving.file, leaving.id::text as value, 'tickets.csv' as used_by
from leaving
join reporting.achievement on achievement.uuid = leaving.id
where leaving.file = 'achievements.csv'
  and 'tickets.csv' <> all ($files::text[])
  and exists (select from reporting.ticket as present where present.achievement_id = achievement.id)
order by file, value, used_by
limit $limit::integer
