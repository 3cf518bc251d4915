-- name: create-listed
-- Creates tables for the rows of a list with the member of each, the names in the rows, and the people whom a row may
-- be about, the likeliest with the lowest rank. Only rows of people have departments, and those of requirements have no
-- person.
do $$
begin
  create temp table listed (
    line integer, kind text, code text, email text, name text, person_id uuid, account_id uuid, person_type text,
    job_title text, function text, has_left boolean, departments text[], department_ids uuid[], profiles text[],
    profile_ids uuid[], achievement text, achievement_id uuid, type smallint, status text, issued_at timestamptz(3),
    expires_at timestamptz(3), is_required boolean, certificate_number text, member_id uuid, matches integer
  ) on commit drop;
  create temp table listed_name (
    file text, id uuid, record_id uuid, name text, line integer, type smallint, is_new boolean, matches integer
  ) on commit drop;
  create temp table listed_candidate (line integer, member_id uuid, rank integer) on commit drop;
end
$$

-- name: match-people
-- Finds the member of each row of people: by code, else by e-mail if the member has no other code, else the one that
-- this list or an earlier one creates for the code or e-mail.
insert into listed_candidate (line, member_id, rank)
with person as (
  select line, code, email, person_id
  from listed
  where kind = 'people'
)
select person.line, member.uuid, 1
from person
join reporting.member on member.company_id = $companyId::integer and member.code = person.code
union all
select person.line, member.uuid, 2
from person
join reporting.account on lower(account.email) = lower(person.email)
join reporting.member on member.company_id = $companyId::integer and member.account_id = account.id
where person.code is null or member.code is null
union all
select line, person_id, 3
from person

-- name: take-candidates
-- Gives each row its likeliest person, and how many are as likely.
with best as (
  select distinct on (line) line, member_id, count(*) over (partition by line, rank) as matches
  from listed_candidate
  order by line, rank, member_id
)
update listed
set member_id = best.member_id, matches = best.matches
from best
where listed.line = best.line
  and listed.member_id is null

-- name: merge-people
-- Each person once, with the first value of each column. Omits people who have left and are not members.
create temp table listed_member on commit drop as
with merged as (
  select
    member_id as id,
    min(line) as line,
    (array_agg(account_id order by line))[1] as account_id,
    (array_agg(code order by line) filter (where code is not null))[1] as code,
    (array_agg(email order by line) filter (where email is not null))[1] as email,
    (array_agg(name order by line) filter (where name is not null))[1] as name,
    (array_agg(person_type order by line) filter (where person_type is not null))[1] as person_type,
    (array_agg(job_title order by line) filter (where job_title is not null))[1] as job_title,
    bool_and(has_left) as has_left
  from listed
  where kind = 'people'
  group by member_id
)
select
  merged.line,
  merged.id,
  coalesce(account.uuid, holder.uuid, merged.account_id) as account_id,
  member.id is null as is_new,
  merged.code,
  merged.email,
  merged.name,
  merged.person_type,
  merged.job_title,
  merged.has_left
from merged
left join reporting.member on member.uuid = merged.id
left join reporting.account on account.id = member.account_id
left join reporting.account as holder on lower(holder.email) = lower(merged.email)
where member.id is not null or not merged.has_left

-- name: stage-accounts
-- Accounts keep their rights, and take their name and e-mail from the list if it has them.
insert into staged_account (line, id, email, name, is_operator, api_access, report_access)
select
  listed.line,
  listed.account_id,
  coalesce(listed.email, account.email),
  coalesce(listed.name, account.name),
  coalesce(account.is_operator, false),
  coalesce(account.api_access, false),
  coalesce(account.report_access, false)
from listed_member as listed
left join reporting.account on account.uuid = listed.account_id

-- name: stage-members
-- The people of the list have access, unless they have left or somebody else withdrew their access. If the list is
-- complete, people whom it named before and no longer names have left.
insert into staged_member (line, id, company_id, account_id, code, person_type, job_title, has_access, is_developer)
select
  listed.line,
  listed.id,
  $companyUuid::uuid,
  listed.account_id,
  coalesce(listed.code, member.code),
  coalesce(listed.person_type, member.person_type, case when member.id is null then 'Employee' end),
  coalesce(listed.job_title, member.job_title),
  not listed.has_left and (
    member.id is null
    or member.has_access
    or member.left_by_keeper
    or (named.has_left and not $isKeeper::boolean)
  ) is true,
  coalesce(member.is_developer, false)
from listed_member as listed
left join reporting.member on member.uuid = listed.id
left join reporting.list_source_member as named on named.member_id = member.id and named.source_id = $sourceId::integer
union all
select
  $line::integer,
  member.uuid,
  $companyUuid::uuid,
  account.uuid,
  member.code,
  member.person_type,
  member.job_title,
  false,
  member.is_developer
from reporting.list_source_member as named
join reporting.member on member.id = named.member_id
join reporting.account on account.id = member.account_id
where $isComplete::boolean
  and named.source_id = $sourceId::integer
  and member.has_access
  and not exists (select from listed_member as listed where listed.id = member.uuid)

-- name: replace-of-members
-- The list replaces the affiliations of people for whom it names a department, and the assignments of these and, if it
-- has profiles, of all its people. Those of people who have left end.
insert into replaced (file, member_id)
select distinct replaceable.file, staged.id
from staged_member as staged
left join listed on listed.member_id = staged.id
join (
  values ('affiliations.csv', false), ('profile-assignments.csv', true)
) as replaceable (file, has_profiles)
  on not staged.has_access
  or cardinality(listed.departments) > 0
  or (replaceable.has_profiles and listed.profiles is not null)

-- name: stage-affiliations
-- A row per person and department, with the function of the list, or else the existing one.
insert into staged_affiliation (line, member_id, department_id, function)
select distinct on (listed.member_id, named.record_id)
  listed.line,
  listed.member_id,
  named.record_id,
  coalesce(listed.function::reporting.affiliation_function, present.function, 'Department')
from listed
join staged_member as staged on staged.id = listed.member_id and staged.has_access
cross join unnest(listed.department_ids) as item (id)
join listed_name as named on named.file = 'departments.csv' and named.id = item.id
left join reporting.member on member.uuid = listed.member_id
left join reporting.department on department.uuid = named.record_id
left join reporting.affiliation as present on present.member_id = member.id and present.department_id = department.id
order by listed.member_id, named.record_id, listed.line

-- name: count-unchanged
-- One row: how many people of the list have no department, and how many have no access though the list did not end it.
select
  count(*) filter (where staged.has_access and named.departments = 0) as "withoutDepartment",
  count(*) filter (where not staged.has_access and not listed.has_left) as "withoutAccess"
from listed_member as listed
join staged_member as staged on staged.id = listed.id
join (
  select member_id, sum(cardinality(departments)) as departments from listed group by member_id
) as named on named.member_id = listed.id

-- name: stage-assignments
-- A row per person, department and profile. The departments are those of the row, or else the person's own. The first
-- profile is the primary one. If the list has departments but no profiles, existing assignments move with the person.
insert into staged_profile_assignment (line, member_id, department_id, profile_id, is_primary, requires_compliance)
with affiliated as (
  -- the departments that each person is in after the import
  select staged.member_id, staged.department_id, staged.line
  from staged_affiliation as staged
  union all
  select member.uuid, department.uuid, staged.line
  from staged_member as staged
  join reporting.member on member.uuid = staged.id
  join reporting.affiliation on affiliation.member_id = member.id
  join reporting.department on department.id = affiliation.department_id
  where not exists (select from replaced where file = 'affiliations.csv' and member_id = staged.id)
),
given as (
  -- assignments in the list
  select
    listed.line,
    listed.member_id,
    coalesce(department.record_id, affiliated.department_id) as department_id,
    profile.record_id as profile_id,
    item.number,
    own.place,
    true as requires_compliance,
    true as may_be_primary
  from listed
  join staged_member as staged on staged.id = listed.member_id and staged.has_access
  cross join unnest(listed.profile_ids) with ordinality as item (id, number)
  join listed_name as profile on profile.file = 'profiles.csv' and profile.id = item.id
  left join unnest(listed.department_ids) with ordinality as own (id, place) on true
  left join listed_name as department on department.file = 'departments.csv' and department.id = own.id
  left join affiliated on own.id is null and affiliated.member_id = listed.member_id
),
kept as (
  -- existing assignments of people for whom the list has departments but no profiles
  select
    staged.line,
    staged.id as member_id,
    case when stays.department_id is null then moved.department_id else department.uuid end as department_id,
    profile.uuid as profile_id,
    present.department_id as number,
    null::bigint as place,
    present.requires_compliance,
    present.is_primary as may_be_primary
  from staged_member as staged
  join reporting.member on member.uuid = staged.id
  join reporting.profile_assignment as present on present.member_id = member.id
  join reporting.department on department.id = present.department_id
  join reporting.profile on profile.id = present.profile_id
  left join affiliated as stays on stays.member_id = staged.id and stays.department_id = department.uuid
  left join lateral (
    select department_id
    from affiliated
    where affiliated.member_id = staged.id
    order by line, department_id
    limit 1
  ) as moved on true
  where staged.has_access
    and exists (select from replaced where file = 'profile-assignments.csv' and member_id = staged.id)
    and not exists (
      select
      from listed
      where listed.member_id = staged.id
        and listed.profiles is not null
    )
),
each as (
  select distinct on (member_id, department_id, profile_id) *
  from (
    select * from given
    union all
    select * from kept
  ) as every
  where department_id is not null
  order by member_id, department_id, profile_id, may_be_primary desc, line, number, place
),
ranked as (
  select
    each.*,
    may_be_primary and row_number() over (
      partition by member_id, may_be_primary
      order by line, number, place, department_id
    ) = 1 as is_primary
  from each
)
select line, member_id, department_id, profile_id, is_primary, requires_compliance or is_primary
from ranked

-- name: match-holders
-- Finds the person of each row of achievements among the members and the new people of the list: by code, else by
-- e-mail, else by name. People with access take precedence for a name.
insert into listed_candidate (line, member_id, rank)
with known as (
  select
    member.uuid,
    coalesce(listed.code, member.code) as code,
    lower(coalesce(listed.email, account.email)) as email,
    reporting.fold(coalesce(listed.name, account.name)) as name,
    coalesce(not listed.has_left, member.has_access) as has_access
  from reporting.member
  join reporting.account on account.id = member.account_id
  left join listed_member as listed on listed.id = member.uuid
  where member.company_id = $companyId::integer
  union all
  select id, code, lower(email), reporting.fold(name), true
  from listed_member
  where is_new
),
holder as (
  select line, code, lower(email) as email, reporting.fold(name) as name
  from listed
  where kind = 'achievements'
)
select holder.line, known.uuid, 1
from holder
join known on known.code = holder.code
union all
select holder.line, known.uuid, 2
from holder
join known on known.email = holder.email
where holder.code is null or known.code is null
union all
select holder.line, known.uuid, case when known.has_access then 3 else 4 end
from holder
join known on known.name = holder.name
where (holder.code is null or known.code is null)
  and (holder.email is null or known.email is null)

-- name: stage-tickets
-- One ticket per person and achievement: of several rows, the valid one that expires last. Its id is derived from both,
-- however the list identifies the person.
insert into staged_ticket (
  line, id, member_id, achievement_id, is_required, status, issued_at, expires_at, certificate_number
)
select distinct on (listed.member_id, named.record_id)
  listed.line,
  overlay(overlay(md5(listed.member_id || '/' || named.record_id) placing '8' from 13) placing '8' from 17)::uuid,
  listed.member_id,
  named.record_id,
  listed.is_required,
  listed.status::reporting.ticket_status,
  listed.issued_at,
  listed.expires_at,
  listed.certificate_number
from listed
join listed_name as named on named.file = 'achievements.csv' and named.id = listed.achievement_id
where listed.kind = 'achievements'
order by
  listed.member_id,
  named.record_id,
  listed.status = 'Valid' desc,
  coalesce(listed.expires_at, 'infinity') desc,
  coalesce(listed.issued_at, '-infinity') desc,
  listed.line desc

-- name: stage-requirements
-- A row per profile and required achievement.
insert into staged_profile_achievement (line, profile_id, achievement_id)
select distinct on (profile.record_id, achievement.record_id) listed.line, profile.record_id, achievement.record_id
from listed
join listed_name as profile on profile.file = 'profiles.csv' and profile.id = listed.profile_ids[1]
join listed_name as achievement on achievement.file = 'achievements.csv' and achievement.id = listed.achievement_id
order by profile.record_id, achievement.record_id, listed.line

-- name: find-list-faults
-- A row per fault that only lists can have; `column` is a role.
select line, 'name' as "column", '' as value, 'the name of a person who is new' as expected
from listed_member
where is_new and name is null
union all
select line, 'personCode', coalesce(code, email), 'a person whom the organization has once; ' || matches || ' have it'
from listed
where matches > 1
union all
select line, 'personCode', coalesce(code, email, name), 'a person of the organization, or of the list'
from listed
where kind = 'achievements' and member_id is null
union all
select listed.line, 'name', listed.name,
  'the name that the same person has in line ' || merged.line || ': ' || merged.name
from listed
join listed_member as merged on merged.id = listed.member_id
where listed.kind = 'people'
  and reporting.fold(listed.name) <> reporting.fold(merged.name)
union all
select listed.line, 'personCode', coalesce(listed.code, listed.email),
  'a personnel number or an e-mail that nobody else had before; it was that of ' || account.name
    || ', and an operator can give it to somebody new under Accounts'
from listed
join listed_member as merged on merged.id = listed.member_id
join reporting.account on account.uuid = listed.account_id and account.uuid = merged.account_id
left join reporting.member on member.uuid = merged.id
where listed.kind = 'people'
  and (member.code = listed.code) is not true
  and (lower(account.email) = lower(listed.email)) is not true
  and reporting.fold(listed.name) is distinct from reporting.fold(account.name)
union all
select line, replace(replace(file, 's.csv', ''), '.csv', ''), name,
  'a name that one of the organization has; ' || matches || ' are alike'
from listed_name
where matches > 1
union all
select line, 'achievement', name,
  'an achievement of the organization; the type of new ones is missing in the source'
from listed_name
where file = 'achievements.csv' and is_new and type is null
union all
select listed.line, 'profile', array_to_string(listed.profiles, ', '),
  'a department beside it, in which the profile is assigned'
from listed
join staged_member as staged on staged.id = listed.member_id and staged.has_access
where cardinality(listed.profile_ids) > 0
  and not exists (select from staged_profile_assignment as given where given.member_id = staged.id)
order by line, "column"
limit $limit::integer

-- name: find-leaving
-- A row if all members with access whom the source named before would leave, or more than 20 and more than a fifth of
-- them.
select named.total, named.removed
from (
  select
    count(*) as total,
    count(*) filter (where not exists (select from listed_member as listed where listed.id = member.uuid)) as removed
  from reporting.list_source_member as named
  join reporting.member on member.id = named.member_id
  where named.source_id = $sourceId::integer
    and member.has_access
) as named
where named.removed > 0
  and (named.removed = named.total or (named.removed > 20 and named.removed > 0.2 * named.total))

-- name: remember-people
-- Records the people in the list and those who have left.
insert into reporting.list_source_member (source_id, member_id, has_left, run_uuid)
select source.id, member.id, not staged.has_access, run.uuid
from staged_member as staged
join reporting.member on member.uuid = staged.id
join reporting.list_source as source on source.id = $sourceId::integer
join reporting.import_run as run on run.id = $run::integer
on conflict (source_id, member_id) do update
set has_left = excluded.has_left
where list_source_member.has_left <> excluded.has_left
