-- A row per affiliation with one of $functions of the members that a compliance summary with these functions reports
-- on. If $functions is null, all affiliations of the members reported on by default. With $withLists, the first row
-- also has the members and departments of all rows as JSON.
--
-- Example: Ada is Employee in Drilling and Administration in Head Office, Linus is Employee in Catering. Both
-- affiliations of Ada are listed; Linus and Catering are not.
--
-- Order: member name, ID, department name, ID. Reads members one by one in this order, so that the first rows are
-- returned immediately and only the departments of one member are sorted.
with reported as materialized (
  -- reported members in order
  select
    member.id,
    member.uuid,
    account.name,
    account.email,
    member.code,
    row_number() over (order by account.name_folded, member.uuid) as place
  from reporting.member
  join reporting.account on account.id = member.account_id
  where member.company_id = $organization::integer
    and member.id in (
      select member_id
      from reporting.counted_affiliation(
        $organization::integer, $functions::reporting.affiliation_function[]
      )
      where $shown::integer[] is null or department_id = any ($shown::integer[])
    )
),
listed as not materialized (
  -- requested affiliations
  select affiliation.member_id, affiliation.department_id, affiliation.function
  from reporting.affiliation
  where affiliation.company_id = $organization::integer
    and (
      $functions::reporting.affiliation_function[] is null
      or affiliation.function = any ($functions::reporting.affiliation_function[])
    )
    and ($shown::integer[] is null or affiliation.department_id = any ($shown::integer[]))
),
department_list as (
  select
    json_agg(json_build_object('id', uuid, 'name', name) order by name_folded, uuid)::text as json
  from reporting.department
  where company_id = $organization::integer
    -- in one pass; otherwise all members would be scanned for each department
    and id in (
      select department_id
      from listed
      where (member_id in (select id from reported)) is true
    )
),
member_list as (
  select
    json_agg(
      json_build_object('id', uuid, 'name', name, 'email', email, 'code', code) order by place
    )::text as json
  from reported
)
select
  case
    when affiliation.place = 1 and reported.place = 1 and $withLists::boolean
    then (select json from department_list)
  end as "departments",
  case
    when affiliation.place = 1 and reported.place = 1 and $withLists::boolean
    then (select json from member_list)
  end as "members",
  reported.uuid as "memberId",
  reported.name as "memberName",
  reported.email,
  affiliation.uuid as "departmentId",
  affiliation.name as "departmentName",
  affiliation.function,
  reported.code as "memberCode"
from (select * from reported order by place) as reported
cross join lateral (
  select
    department.uuid,
    department.name,
    listed.function,
    row_number() over (order by department.name_folded, department.uuid) as place
  from listed
  join reporting.department
    on department.id = listed.department_id
    and department.company_id = $organization::integer
  where listed.member_id = reported.id
) as affiliation
order by reported.place, affiliation.place
