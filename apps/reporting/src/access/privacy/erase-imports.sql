-- One row: how many faults of imports that name the people were deleted, and how many archives of rows as they were
-- before an import. These are compressed and hold records of anybody, so all of them go. A run no longer says
-- what names somebody, or who started it.
with words as (
  -- what names somebody in a text, codes as a whole cell
  select word, false as is_cell from unnest($words::text[]) as word
  union all
  select code, true from unnest($codes::text[]) as code
),
fault as (
  delete from reporting.import_fault as fault
  where exists (
    select
    from words
    where case
      when is_cell then reporting.mentions(value, word, is_cell) or reporting.mentions(row_text, word, is_cell)
      else reporting.mentions(concat_ws(',', value, expected, remedy, row_text), word)
    end
  )
  returning run_id
),
archive as (
  delete from reporting.import_before
  returning run_id
),
run as (
  update reporting.import_run
  set
    files = case
      when exists (select from words where not is_cell and reporting.mentions(files::text, word))
        then (select jsonb_agg(counts - 'notices') from jsonb_array_elements(files) as counts)
      else files
    end,
    has_before = false,
    reason = case
      when exists (select from words where not is_cell and reporting.mentions(reason, word))
        then 'It named a person who was erased.'
      else reason
    end,
    name = case
      when exists (select from words where not is_cell and reporting.mentions(name, word)) then 'erased'
      else name
    end,
    ignored = array(
      select entry
      from unnest(ignored) as entry
      where not exists (select from words where not is_cell and reporting.mentions(entry, word))
    ),
    started_by = case
      when lower(started_by) = any ($emails::text[]) then 'Former member'
      else started_by
    end
  where has_before
    or lower(started_by) = any ($emails::text[])
    or exists (
      select
      from words
      where not is_cell
        and reporting.mentions(concat_ws(',', reason, name, files, ignored), word)
    )
)
select
  (select count(*) from fault) as "importFaults",
  (select count(distinct run_id) from archive) as "importArchives"
