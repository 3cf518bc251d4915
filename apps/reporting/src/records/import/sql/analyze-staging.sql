-- Lets the planner know what was copied; nobody else sees a temporary table to do it.
do $$
begin
  analyze staged_company;
  analyze staged_account;
  analyze staged_member;
  analyze staged_department;
  analyze staged_affiliation;
  analyze staged_profile;
  analyze staged_profile_assignment;
  analyze staged_competency;
  analyze staged_profile_competency;
  analyze staged_competency_standing;
  analyze staged_achievement;
  analyze staged_ticket;
  analyze staged_compliance_snapshot;
end
$$
