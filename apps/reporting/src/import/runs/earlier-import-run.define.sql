-- Completes a run recorded by an earlier release, which sets an outcome instead of a status. To be dropped together
-- with the column a release later.
create or replace function reporting.complete_earlier_import_run() returns trigger
  language plpgsql
as $$
begin
  new.name := new.source;
  new.source := 'command';
  new.status := case new.outcome
    when 'refused' then 'refused'::reporting.import_status
    when 'failed' then 'failed'
    else 'succeeded'
  end;
  new.progress := case when new.outcome in ('done', 'dry run') then 1 else 0 end;
  new.created_at := new.started_at;
  new.alive_at := new.finished_at;
  new.options := jsonb_build_object(
    'dryRun', new.outcome = 'dry run', 'replace', new.replaces, 'updateAccounts', new.updates_accounts
  );
  return new;
end
$$;

create or replace trigger complete_earlier_import_run before insert on reporting.import_run
  for each row when (new.outcome is not null)
  execute function reporting.complete_earlier_import_run();
