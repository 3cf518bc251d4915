-- How long this transaction waits for each lock from here on; 0 is without a limit.
select set_config('lock_timeout', $milliseconds::text, true)
