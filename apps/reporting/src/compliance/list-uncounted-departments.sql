-- A row: departments of the organization that are counted together, because each has members of whom nothing current
-- is kept. Where $most members are affiliated with these departments, whatever is kept of them, another row begins.
select array_agg(department_id order by department_id) as "departments"
from (
  select department_id, sum(count(*)) over (order by department_id) - count(*) as before
  from reporting.counted_affiliation($organization::integer)
  where department_id in (
    select department_id from reporting.uncounted_affiliation($organization::integer, null, $now::timestamptz)
  )
  group by department_id
) as uncounted
group by div(before, $most::integer)
order by div(before, $most::integer)
