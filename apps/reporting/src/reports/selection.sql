-- A row per requested ID, with its list, its position in the list, from 1, and its key and name, which are null if
-- nothing with this ID is shown. If no department is requested and $shown limits them, the shown departments.
select
  requested.list,
  given.position::integer as "position",
  given.uuid as "id",
  found.key,
  found.name
from (
  values
    ('departments', $departments::uuid[]),
    ('members', $members::uuid[]),
    ('profiles', $profiles::uuid[]),
    ('achievements', $achievements::uuid[]),
    ('competencies', $competencies::uuid[])
) as requested (list, ids)
cross join unnest(requested.ids) with ordinality as given (uuid, position)
left join lateral (
  select id as key, name
  from reporting.department
  where requested.list = 'departments'
    and uuid = given.uuid
    and company_id = $organization::integer
    and ($shown::integer[] is null or id = any ($shown::integer[]))
  union all
  select member.id, account.name
  from reporting.member
  join reporting.account on account.id = member.account_id
  where requested.list = 'members'
    and member.uuid = given.uuid
    and member.company_id = $organization::integer
    and (
      $shown::integer[] is null
      or exists (
        select
        from reporting.affiliation
        where affiliation.member_id = member.id
          and affiliation.department_id = any ($shown::integer[])
      )
    )
  union all
  select id, name
  from reporting.profile
  where requested.list = 'profiles' and uuid = given.uuid and company_id = $organization::integer
  union all
  select id, name
  from reporting.achievement
  where requested.list = 'achievements' and uuid = given.uuid and company_id = $organization::integer
  union all
  select id, name
  from reporting.competency
  where requested.list = 'competencies' and uuid = given.uuid and company_id = $organization::integer
) as found on true
union all
select 'departments', row_number() over (order by name_folded, uuid)::integer, uuid, id, name
from reporting.department
where company_id = $organization::integer
  and id = any ($shown::integer[])
  and cardinality($departments::uuid[]) = 0
order by list, "position"
