-- A row: departments of the organization that are counted together. Each has members of whom nothing current is kept;
-- where these are more than $most, another row begins with the next department.
select array_agg(department_id order by department_id) as "departments"
from (
  select department_id, sum(count(*)) over (order by department_id) - count(*) as before
  from reporting.uncounted_affiliation($organization::integer, null, $now::timestamptz)
  group by department_id
) as uncounted
group by div(before, $most::integer)
order by div(before, $most::integer)
