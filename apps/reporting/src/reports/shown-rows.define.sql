-- Read by policies and reports with the owner's rights, which no policy limits.

-- A row per member of a shown department, with any function. Policies look up members in the result, which is computed
-- once. The low cost is required: otherwise the planner would assume one computation per lookup, and scan whole tables.
create or replace function reporting.shown_members() returns setof integer
  language sql stable parallel safe security definer
  cost 1
begin atomic
  select affiliation.member_id
  from reporting.affiliation
  where affiliation.company_id = current_setting('reporting.company_id')::integer
    and affiliation.department_id = any (current_setting('reporting.departments')::integer[]);
end;

-- A row per member who may have validated something: validators are named even if their departments are not shown.
create or replace view reporting.validator as
select member.id, member.uuid, account.name
from reporting.member
join reporting.account on account.id = member.account_id
where member.company_id = current_setting('reporting.company_id')::integer;

-- A row per snapshot of the organization, including snapshots without shown departments.
create or replace view reporting.snapshot_day as
select company_id, profile_condition, snapshot_date
from reporting.compliance_snapshot
where company_id = current_setting('reporting.company_id')::integer;
