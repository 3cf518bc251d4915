-- An event has the account that it was done to. Who did it was text alone, an e-mail that may change: a list of what
-- an account did lacked what it did to others.
alter table reporting.audit_event
  add column actor_account_id integer,
  add constraint audit_event_actor_account_id_fkey foreign key (actor_account_id)
    references reporting.account (id) on delete set null on update no action;

create index audit_event_actor_account_id_at_idx on reporting.audit_event (actor_account_id, at);

update reporting.audit_event
set actor_account_id = account.id
from reporting.account
where lower(account.email) = lower(audit_event.actor)
  and audit_event.account_id is distinct from account.id;
