-- Deletes stored import changes that concern erased people, whichever release erases them. Such an import can no
-- longer be undone.
create or replace function reporting.delete_erased_changes() returns trigger
  language plpgsql
as $$
begin
  with change as (
    delete from reporting.import_change
    where person in (select id from added)
    returning run_id
  )
  update reporting.import_run
  set erased_at = now()
  where id in (select run_id from change);
  return null;
end
$$;

create or replace trigger delete_erased_changes after insert on reporting.erasure
  referencing new table as added
  for each statement execute function reporting.delete_erased_changes();
