-- name: allow-erased
-- Removes people in the files from the list of erased people.
delete from reporting.erasure
where id in (
  select id from staged_account
  union all
  select id from staged_member
)

-- name: enable-nested-loops
-- For few rows: without nested loops, 200 rows would be compared with whole tables.
select set_config('enable_nestloop', 'on', true)
