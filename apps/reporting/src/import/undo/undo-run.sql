-- name: find-undoable
-- A row: an import, bound to $companyId where that is given, and whether its changes are kept to be undone.
select
  run.id as run,
  run.name,
  run.options,
  run.kept_changes is not null and not coalesce((run.options ->> 'dryRun')::boolean, false) as "isKept"
from reporting.import_run as run
where run.uuid = $id::uuid
  and ($companyId::text is null or lower(run.options ->> 'companyId') = $companyId::text)
