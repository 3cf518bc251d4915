-- A row: a person type that a member with access has, by its folded name.
select person_type as "personType"
from reporting.member
where company_id = $organization::integer
  and has_access
  and person_type is not null
group by person_type
order by reporting.fold(person_type) collate "C", person_type collate "C"
