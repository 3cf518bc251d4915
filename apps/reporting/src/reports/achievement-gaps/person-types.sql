-- A row per person type of members with access, in departments of $shown unless that is null, sorted by folded name.
select person_type as "personType"
from reporting.member
where company_id = $organization::integer
  and has_access
  and person_type is not null
  and ($shown::integer[] is null or id in (
    select member_id
    from reporting.counted_affiliation($organization::integer)
    where department_id = any ($shown::integer[])
  ))
group by person_type
order by reporting.fold(person_type) collate "C", person_type collate "C"
