-- Stores the outcome of a mail, unless it was attempted again since. What it was composed from is kept where it
-- failed: an operator may send it again. An address fails from a refusal for good until a mail reaches it.
with finished as (
  update reporting.mail
  set
    finished_at = now(),
    outcome = $outcome::reporting.mail_outcome,
    error = $error::text,
    attempts = attempts + 1,
    data = case when $outcome::text = 'failed' then data else '{}' end
  where id = $id::integer
    and attempts = $attempts::integer
  returning account_id
)
update reporting.account
set mail_failing_since = case when $isRefused::boolean then now() end
from finished
where account.id = finished.account_id
  and case
    when mail_failing_since is null then $isRefused::boolean
    else $outcome::text = 'sent'
  end
