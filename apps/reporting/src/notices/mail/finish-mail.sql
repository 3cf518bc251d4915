-- What became of a mail. What it was composed from is kept where it failed: an operator may send it again.
with finished as (
  update reporting.mail
  set
    finished_at = now(),
    outcome = $outcome::reporting.mail_outcome,
    error = $error::text,
    attempts = attempts + 1,
    data = case when $outcome::text = 'failed' then data else '{}' end
  where id = $id::integer
  returning account_id
)
update reporting.account
set mail_failing_since = case when $isRefused::boolean then coalesce(mail_failing_since, now()) end
from finished
where account.id = finished.account_id
  and $outcome::text <> 'dropped'
  and (mail_failing_since is not null) <> $isRefused::boolean
