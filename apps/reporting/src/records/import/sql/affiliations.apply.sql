-- One row: how many affiliations were inserted and updated. Rows that are as they were are not touched.
with incoming as (
  -- the file's rows, with the keys of the database
  select
    member.company_id,
    member.id as member_id,
    department.id as department_id,
    staged.function
  from staged_affiliation as staged
  join reporting.member on member.uuid = staged.member_id
  join reporting.department on department.uuid = staged.department_id
),
updated as (
  update reporting.affiliation as present
  set
    function = incoming.function
  from incoming
  where present.member_id = incoming.member_id and present.department_id = incoming.department_id
    and present.function is distinct from incoming.function
  returning 1
),
inserted as (
  insert into reporting.affiliation (company_id, member_id, department_id, function)
  select company_id, member_id, department_id, function
  from incoming
  where not exists (select from reporting.affiliation as present where present.member_id = incoming.member_id and present.department_id = incoming.department_id)
  returning 1
)
select
  (select count(*) from inserted) as inserted,
  (select count(*) from updated) as updated
