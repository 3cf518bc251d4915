-- Lets the planner know what was brought in, before anybody asks for a report.
do $$
begin
  analyze reporting.company;
  analyze reporting.account;
  analyze reporting.member;
  analyze reporting.department;
  analyze reporting.affiliation;
  analyze reporting.profile;
  analyze reporting.profile_assignment;
  analyze reporting.competency;
  analyze reporting.profile_competency;
  analyze reporting.competency_standing;
  analyze reporting.standing_bitmap;
  analyze reporting.achievement;
  analyze reporting.ticket;
  analyze reporting.compliance_snapshot;
end
$$
