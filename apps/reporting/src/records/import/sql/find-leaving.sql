-- Notes what --replace will delete of what others refer to: rows of the folder's organizations that a
-- file which is there lacks.
insert into leaving (file, id)
select 'members.csv', member.uuid
from reporting.member
join reporting.company on company.id = member.company_id
join staged_company on staged_company.id = company.uuid
where 'members.csv' = any ($files::text[])
  and not exists (select from staged_member as staged where staged.id = member.uuid)
union all
select 'departments.csv', department.uuid
from reporting.department
join reporting.company on company.id = department.company_id
join staged_company on staged_company.id = company.uuid
where 'departments.csv' = any ($files::text[])
  and not exists (select from staged_department as staged where staged.id = department.uuid)
union all
select 'profiles.csv', profile.uuid
from reporting.profile
join reporting.company on company.id = profile.company_id
join staged_company on staged_company.id = company.uuid
where 'profiles.csv' = any ($files::text[])
  and not exists (select from staged_profile as staged where staged.id = profile.uuid)
union all
select 'competencies.csv', competency.uuid
from reporting.competency
join reporting.company on company.id = competency.company_id
join staged_company on staged_company.id = company.uuid
where 'competencies.csv' = any ($files::text[])
  and not exists (select from staged_competency as staged where staged.id = competency.uuid)
union all
select 'achievements.csv', achievement.uuid
from reporting.achievement
join reporting.company on company.id = achievement.company_id
join staged_company on staged_company.id = company.uuid
where 'achievements.csv' = any ($files::text[])
  and not exists (select from staged_achievement as staged where staged.id = achievement.uuid)
