-- What reports read beside the rows that policies leave: views read as their owner, whom no policy limits.

-- A row: a member who is in a department that is shown, in whatever function.
create or replace view reporting.shown_member as
select affiliation.member_id as id
from reporting.affiliation
where affiliation.company_id = current_setting('reporting.company_id')::integer
  and affiliation.department_id = any (current_setting('reporting.departments')::integer[]);

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
