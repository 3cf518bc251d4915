-- name: count-changes
-- One row: how many changed columns of an import are kept, and whether those are all; of a dry run, only the first are.
select
  coalesce(
    (
      select number + columns - 1
      from reporting.import_change
      where run_id = run.id
      order by number desc
      limit 1
    ),
    0
  ) as total,
  run.kept_changes < $maxOfDryRun::integer or not coalesce((run.options ->> 'dryRun')::boolean, false)
    as "isTotalExact"
from reporting.import_run as run
where run.uuid = $id::uuid

-- name: list-changes
-- A row per changed column of the rows that an import inserted, changed or deleted, with the person that the row
-- describes: $limit of them, from number $from. A row has at most 40 columns.
select
  change.file,
  change.key,
  account.name as person,
  differing.name as "column",
  change.before -> differing.name as before,
  change.after -> differing.name as after
from reporting.import_run as run
join reporting.import_change as change on change.run_id = run.id
cross join lateral (
  select name, row_number() over (order by ordinality) as place
  from jsonb_object_keys(coalesce(change.before, change.after)) with ordinality as name (name, ordinality)
  where nullif(change.before -> name, 'null') is distinct from nullif(change.after -> name, 'null')
) as differing
left join reporting.member on member.uuid = change.person
left join reporting.account on account.uuid = change.person or account.id = member.account_id
where run.uuid = $id::uuid
  and change.number > $from::integer - 40
  and change.number + differing.place - 1 >= $from::integer
  and ($limit::integer is null or change.number < $from::integer + $limit::integer)
  and ($limit::integer is null or change.number + differing.place - 1 < $from::integer + $limit::integer)
order by change.number, differing.place

-- name: list-rows-before
-- A row per row of a file that an import changed or deleted, as it was before.
select change.before as row
from reporting.import_run as run
join reporting.import_change as change on change.run_id = run.id
where run.uuid = $id::uuid
  and change.file = $file::text
  and change.before is not null
order by change.number

-- name: list-files-before
-- A row per file with rows that an import changed or deleted.
select distinct change.file
from reporting.import_run as run
join reporting.import_change as change on change.run_id = run.id
where run.uuid = $id::uuid
  and change.before is not null
