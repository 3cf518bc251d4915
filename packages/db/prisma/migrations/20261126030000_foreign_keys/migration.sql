-- Standings and tickets have foreign keys again, where triggers of earlier definitions stood for them; a new database has
-- them already. Existing rows are validated by the next migration, which does not keep writers waiting.
do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (
      values
        ('competency_standing', 'competency_standing_member_fkey', 'member_id', 'member'),
        ('competency_standing', 'competency_standing_competency_fkey', 'competency_id', 'competency'),
        ('competency_standing', 'competency_standing_validator_fkey', 'validator_id', 'member'),
        ('ticket', 'ticket_member_fkey', 'member_id', 'member'),
        ('ticket', 'ticket_achievement_fkey', 'achievement_id', 'achievement')
    ) as key (referencing, name, key_column, referenced)
    where not exists (
      select from pg_constraint where connamespace = 'reporting'::regnamespace and conname = key.name
    )
  loop
    execute format(
      'alter table reporting.%I add constraint %I foreign key (company_id, %I)
        references reporting.%I (company_id, id) on delete restrict on update no action not valid',
      wanted.referencing,
      wanted.name,
      wanted.key_column,
      wanted.referenced
    );
  end loop;
end
$$;

drop trigger if exists check_references_insert on reporting.competency_standing;
drop trigger if exists check_references_update on reporting.competency_standing;
drop trigger if exists check_references_insert on reporting.ticket;
drop trigger if exists check_references_update on reporting.ticket;
drop trigger if exists keep_what_is_referred_to_delete on reporting.member;
drop trigger if exists keep_what_is_referred_to_update on reporting.member;
drop trigger if exists keep_what_is_referred_to_truncate on reporting.member;
drop trigger if exists keep_what_is_referred_to_delete on reporting.competency;
drop trigger if exists keep_what_is_referred_to_update on reporting.competency;
drop trigger if exists keep_what_is_referred_to_truncate on reporting.competency;
drop trigger if exists keep_what_is_referred_to_delete on reporting.achievement;
drop trigger if exists keep_what_is_referred_to_update on reporting.achievement;
drop trigger if exists keep_what_is_referred_to_truncate on reporting.achievement;
drop function if exists reporting.check_references();
drop function if exists reporting.keep_what_is_referred_to();
