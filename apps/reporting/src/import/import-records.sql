-- name: let-erased-back
-- Takes the people that the files bring again from the list of those who were erased.
delete from reporting.erasure
where id in (
  select id from staged_account
  union all
  select id from staged_member
)

-- name: look-rows-up
-- For files of few rows: without nested loops, 200 rows would be compared with all of the tables that they are for.
select set_config('enable_nestloop', 'on', true)
