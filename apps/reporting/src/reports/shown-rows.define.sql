-- What policies and reports read as the owner, whom no policy limits.

-- The members who are in a department that is shown, in whatever function. Policies look members up in what it returns,
-- read once: with the cost of a query the planner would take each look for one, and read whole tables instead.
create or replace function reporting.shown_members() returns setof integer
  language sql stable parallel safe security definer
  cost 1
begin atomic
  select affiliation.member_id
  from reporting.affiliation
  where affiliation.company_id = current_setting('reporting.company_id')::integer
    and affiliation.department_id = any (current_setting('reporting.departments')::integer[]);
end;

-- A row: a member by the name that a validation has, which stays a fact of whoever is shown.
create or replace view reporting.validator as
select member.id, member.uuid, account.name
from reporting.member
join reporting.account on account.id = member.account_id
where member.company_id = current_setting('reporting.company_id')::integer;

-- A row: a day of the organization's snapshots, whichever departments were in it.
create or replace view reporting.snapshot_day as
select company_id, profile_condition, snapshot_date
from reporting.compliance_snapshot
where company_id = current_setting('reporting.company_id')::integer;
