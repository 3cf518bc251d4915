-- The columns round: half of the defaults were up to half a millisecond in the future, and such a run or email, not due
-- when its job looked, waited for the next one.
alter table reporting.mail alter next_attempt_at set default date_trunc('milliseconds', now());
alter table reporting.schedule_run alter next_attempt_at set default date_trunc('milliseconds', now());
