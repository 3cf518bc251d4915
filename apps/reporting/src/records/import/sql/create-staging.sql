-- The tables that the files are copied to, gone with the transaction. A value that was bad is null: the
-- import will be refused for it, but the row is known. `leaving` holds what --replace will delete.
-- The views known_… are what a row may refer to: the folder's rows, and the database's that stay.
do $$
begin
  create temp table staged_company (line integer, id uuid, handle text, name text) on commit drop;
  create temp table staged_account (
    line integer, id uuid, email text, name text,
    is_operator boolean, api_access boolean, report_access boolean
  ) on commit drop;
  create temp table staged_member (
    line integer, id uuid, company_id uuid, account_id uuid, code text, person_type text,
    job_title text, has_access boolean, is_developer boolean
  ) on commit drop;
  create temp table staged_department (
    line integer, id uuid, company_id uuid, name text, code text, is_facility boolean
  ) on commit drop;
  create temp table staged_affiliation (
    line integer, member_id uuid, department_id uuid, function reporting.affiliation_function
  ) on commit drop;
  create temp table staged_profile (
    line integer, id uuid, company_id uuid, name text, code text
  ) on commit drop;
  create temp table staged_profile_assignment (
    line integer, member_id uuid, department_id uuid, profile_id uuid,
    is_primary boolean, requires_compliance boolean
  ) on commit drop;
  create temp table staged_competency (
    line integer, id uuid, company_id uuid, number text, name text,
    criticality reporting.criticality
  ) on commit drop;
  create temp table staged_profile_competency (
    line integer, profile_id uuid, competency_id uuid
  ) on commit drop;
  create temp table staged_competency_standing (
    line integer, member_id uuid, competency_id uuid, status reporting.standing_status,
    is_validated boolean, validated_at timestamptz(3), expires_at timestamptz(3), validator_id uuid
  ) on commit drop;
  create temp table staged_achievement (
    line integer, id uuid, company_id uuid, name text, type smallint
  ) on commit drop;
  create temp table staged_ticket (
    line integer, id uuid, member_id uuid, achievement_id uuid, is_required boolean,
    status reporting.ticket_status, issued_at timestamptz(3), expires_at timestamptz(3)
  ) on commit drop;
  create temp table staged_compliance_snapshot (
    line integer, department_id uuid, measurement smallint,
    profile_condition reporting.profile_condition, snapshot_date date,
    required integer, satisfied integer
  ) on commit drop;
  create temp table leaving (file text, id uuid) on commit drop;

  create temp view known_company as
  select id from staged_company
  union
  select uuid from reporting.company;

  create temp view known_account as
  select id from staged_account
  union
  select uuid from reporting.account;

  create temp view known_member as
  select id, company_id from staged_member
  union all
  select member.uuid, company.uuid
  from reporting.member
  join reporting.company on company.id = member.company_id
  where not exists (select from staged_member as staged where staged.id = member.uuid)
    and not exists (select from leaving where leaving.id = member.uuid);

  create temp view known_department as
  select id, company_id from staged_department
  union all
  select department.uuid, company.uuid
  from reporting.department
  join reporting.company on company.id = department.company_id
  where not exists (select from staged_department as staged where staged.id = department.uuid)
    and not exists (select from leaving where leaving.id = department.uuid);

  create temp view known_profile as
  select id, company_id from staged_profile
  union all
  select profile.uuid, company.uuid
  from reporting.profile
  join reporting.company on company.id = profile.company_id
  where not exists (select from staged_profile as staged where staged.id = profile.uuid)
    and not exists (select from leaving where leaving.id = profile.uuid);

  create temp view known_competency as
  select id, company_id from staged_competency
  union all
  select competency.uuid, company.uuid
  from reporting.competency
  join reporting.company on company.id = competency.company_id
  where not exists (select from staged_competency as staged where staged.id = competency.uuid)
    and not exists (select from leaving where leaving.id = competency.uuid);

  create temp view known_achievement as
  select id, company_id from staged_achievement
  union all
  select achievement.uuid, company.uuid
  from reporting.achievement
  join reporting.company on company.id = achievement.company_id
  where not exists (select from staged_achievement as staged where staged.id = achievement.uuid)
    and not exists (select from leaving where leaving.id = achievement.uuid);
end
$$
