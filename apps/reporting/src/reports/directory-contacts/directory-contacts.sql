-- The row: the departments, the members and the affiliations of the organization, a list each, in the names
-- of directory-contacts.dto.ts. Members are those that the compliance summary reports on by default, with
-- every affiliation they have, departments those that these name.
-- Left out: members without access or with no affiliation but as Employee, and departments that none of the
-- members is in.
--
-- Example: Ada is Employee in Drilling and Administration in Head Office, Linus is Employee in Catering:
-- Ada is listed with both of hers, Linus and Catering are not.
with member as (
  -- the members reported on
  select member.id, member.uuid, account.name, account.name_folded, account.email
  from reporting.member
  join reporting.account on account.id = member.account_id
  where member.company_id = $organization::integer
    and member.id in (
      select member_id from reporting.counted_affiliation($organization::integer)
    )
),
affiliation as (
  -- every affiliation of theirs
  select
    member.uuid as member_uuid,
    member.name_folded as member_name,
    department.uuid as department_uuid,
    department.name as department,
    department.name_folded as department_name,
    affiliation.function
  from member
  join reporting.affiliation on affiliation.member_id = member.id
  join reporting.department on department.id = affiliation.department_id
)
select
  (
    select coalesce(json_agg(json_build_object('id', uuid, 'name', name) order by name_folded, uuid), '[]')
    from (
      select distinct department_uuid as uuid, department as name, department_name as name_folded
      from affiliation
    ) as department
  ) as departments,
  (
    select coalesce(
      json_agg(json_build_object('id', uuid, 'name', name, 'email', email) order by name_folded, uuid),
      '[]'
    )
    from member
  ) as members,
  (
    select coalesce(
      json_agg(
        json_build_object(
          'memberId', member_uuid, 'departmentId', department_uuid, 'function', function
        )
        order by member_name, member_uuid, department_name, department_uuid
      ),
      '[]'
    )
    from affiliation
  ) as affiliations
