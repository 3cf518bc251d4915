alter table reporting.competency_standing
  validate constraint competency_standing_member_fkey,
  validate constraint competency_standing_competency_fkey,
  validate constraint competency_standing_validator_fkey;

alter table reporting.ticket
  validate constraint ticket_member_fkey,
  validate constraint ticket_achievement_fkey;
