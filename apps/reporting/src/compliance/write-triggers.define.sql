-- Creates the triggers that maintain bitmaps and counts after each statement that writes a table. Their functions read
-- the written rows from `written`, and the previous versions of updated rows from `replaced`.
do $$
declare
  keeper record;
begin
  for keeper in
    select kept.name, kept.place, event.name as event, event.rows
    from (
      values
        ('keep_standing_bitmaps', 'competency_standing', true),
        ('delete_compliance_counts', 'ticket', true),
        ('delete_compliance_counts', 'profile_assignment', true),
        ('delete_compliance_counts', 'affiliation', true),
        ('change_profile_structure', 'profile_competency', true),
        ('change_profile_structure', 'profile_achievement', true),
        -- inserted and deleted competencies and achievements do not belong to a profile
        ('change_profile_structure', 'competency', false),
        ('change_profile_structure', 'achievement', false)
    ) as kept (name, place, of_all)
    cross join (
      values
        ('insert', 'referencing new table as written', false),
        ('update', 'referencing old table as replaced new table as written', true),
        ('delete', 'referencing old table as written', false),
        ('truncate', '', true)
    ) as event (name, rows, is_of_all)
    where kept.of_all or event.is_of_all
  loop
    execute format(
      'create or replace trigger %1$I after %2$s on reporting.%3$I %4$s
        for each statement execute function reporting.%5$I()',
      keeper.name || '_' || keeper.event, keeper.event, keeper.place, keeper.rows, keeper.name
    );
  end loop;
end
$$;
