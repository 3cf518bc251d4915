-- The run waits for another attempt: each time for longer, or not at all where the service stops. One that was taken
-- again, or is to be since somebody was erased, is left as it is.
update reporting.schedule_run
set
  attempts = attempts - case when $isStopping::boolean then 1 else 0 end,
  next_attempt_at = now() + case
    when $isStopping::boolean then interval '0'
    else interval '1 minute' * power(2, attempts)
  end
where id = $id::integer
  and finished_at is null
  and next_attempt_at = $takenUntil::timestamptz
