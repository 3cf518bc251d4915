-- Says who imports, and makes room: staging tables are the session's own memory, joins take more than usual.
select
  set_config('application_name', left($name::text, 63), true),
  set_config('statement_timeout', '0', true),
  set_config('work_mem', '64MB', true),
  set_config('temp_buffers', '64MB', false)
