-- One row: how many faults of imports and archives of rows before an import were deleted. These, the names of files and
-- what imports say in words hold values of anybody, present and former, in text or compressed, so all of them go. The
-- counts of each run stay.
with fault as (
  delete from reporting.import_fault
  returning 1
),
archive as (
  delete from reporting.import_before
  returning run_id
),
run as (
  update reporting.import_run as run
  set
    name = kept.name,
    files = kept.files,
    ignored = '{}',
    -- that of a refusal is the number of its faults
    reason = case when run.status = 'refused' then run.reason end,
    has_before = false,
    started_by = case when run.account_id = any ($ids::integer[]) then 'Former member' else run.started_by end
  from (
    select
      id,
      case source when 'http' then 'upload' else 'folder' end as name,
      (select coalesce(jsonb_agg(counts - 'notices'), '[]') from jsonb_array_elements(files) as counts) as files
    from reporting.import_run
  ) as kept
  where kept.id = run.id
    and (
      run.account_id = any ($ids::integer[])
      or run.has_before
      or (run.name, run.files) is distinct from (kept.name, kept.files)
      or run.ignored <> '{}'
      or (run.status <> 'refused' and run.reason is not null)
    )
)
select
  (select count(*) from fault) as "importFaults",
  (select count(distinct run_id) from archive) as "importArchives"
