-- A row per achievement, competency and profile of the organization, with the total number. Filtered by $kinds, $q
-- (all words in the name, or the text in the number), and for profiles $departments: those of members counted there.
-- An empty page is one row without a subject.
--
-- Order: name, kind, ID.
with found as (
  select subject.*
  from (
    select kind, uuid, number, name, name_folded collate "C" as name_folded
    from reporting.expirable_item($organization::integer)
    union all
    select 'profile', profile.uuid, null, profile.name, reporting.fold(profile.name)
    from reporting.profile
    where profile.company_id = $organization::integer
      and ($departments::integer[] is null or profile.id in (
        select assignment.profile_id
        from reporting.profile_assignment as assignment
        join reporting.counted_affiliation($organization::integer) as counted
          using (member_id, department_id)
        where assignment.department_id = any ($departments::integer[])
      ))
  ) as subject
  where subject.kind = any ($kinds::text[])
    and (
      $q::text is null
      or subject.name_folded like all ((select reporting.word_patterns($q::text))::text[])
      or reporting.is_part($q::text, subject.number)
    )
),
page as (
  select *
  from found
  order by name_folded, kind, uuid
  limit $limit::integer
  offset $offset::bigint
)
select everything.total, page.kind, page.uuid as "id", page.number, page.name
from (select count(*) as total from found) as everything
left join page on true
order by page.name_folded, page.kind, page.uuid
