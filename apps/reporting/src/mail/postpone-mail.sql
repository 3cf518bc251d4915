-- The mail waits for another attempt, each time for longer, at most an hour. Of two that failed at once, the second
-- changes nothing.
update reporting.mail
set
  attempts = attempts + 1,
  next_attempt_at = now() + least(interval '1 minute' * power(2, least(attempts, 6)), interval '1 hour'),
  error = $error::text
where id = $id::integer
  and attempts = $attempts::integer
