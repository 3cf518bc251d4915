-- Makes room for handles that change: one may pass from an organization to another, and its index looks at each
-- row. No row counts as updated: the new handles come with the rows of the file.
with changed as (
  update reporting.company as present
  set handle = present.uuid::text
  from staged_company as staged
  where staged.id = present.uuid
    and lower(staged.handle) <> lower(present.handle)
)
select 0 as inserted, 0 as updated
