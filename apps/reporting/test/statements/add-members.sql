-- Adds members to a department, each with a required ticket for all achievements of the organization.
with added_account as (
  insert into reporting.account (uuid, name)
  select gen_random_uuid(), 'Member ' || number
  from generate_series(1, $count::integer) as number
  returning id
),
added_member as (
  insert into reporting.member (uuid, company_id, account_id, has_access, is_developer)
  select gen_random_uuid(), $organization::integer, id, true, false
  from added_account
  returning id
),
added_affiliation as (
  insert into reporting.affiliation (company_id, member_id, department_id, function)
  select $organization::integer, id, $department::integer, 'Department'
  from added_member
)
insert into reporting.ticket (uuid, company_id, member_id, achievement_id, status, is_required, issued_at, expires_at)
select
  gen_random_uuid(), $organization::integer, added_member.id, achievement.id, 'Valid', true, now() - interval '1 year',
  $expiresAt::timestamptz
from added_member
cross join reporting.achievement
where achievement.company_id = $organization::integer
