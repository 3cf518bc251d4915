-- Says who imports, and makes room for joins. Nested loops are not right for many rows: the planner may take a
-- table that was empty for one that stays so, and a million rows would each look through it.
select
  set_config('application_name', left($name::text, 63), true),
  set_config('statement_timeout', '0', true),
  set_config('work_mem', '64MB', true),
  set_config('enable_nestloop', 'off', true)
