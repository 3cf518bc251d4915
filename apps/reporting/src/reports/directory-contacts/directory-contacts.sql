-- A row: an affiliation of a member that the compliance summary reports on: with one of $functions, or where
-- these are null, by default, an affiliation with any.
-- The first row also has, where $withLists, the members and the departments of all of them, as JSON.
-- Left out: members without access, those with no such affiliation in a department that is shown, other departments,
-- and those that none of them is in.
--
-- Example: Ada is Employee in Drilling and Administration in Head Office, Linus is Employee in Catering:
-- Ada is listed with both of hers, Linus and Catering are not.
--
-- Order: member name, id, department name, id.
--
-- Member by member in their order, so that the first rows come at once and only a member's departments are sorted.
with reported as materialized (
  -- the members reported on, by name
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
  -- the affiliations that are asked for
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
    -- in one pass: department by department, each would look through all members
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
