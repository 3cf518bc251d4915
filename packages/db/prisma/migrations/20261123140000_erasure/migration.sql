-- The ids of people who were erased, and nothing else of them: an import that brings one again is refused.
create table reporting.erasure (
  -- of an account or a member
  id uuid not null,
  erased_at timestamptz(3) not null default now(),

  constraint erasure_pkey primary key (id)
);

-- The ids of erased accounts: what was done by whom and to whom stays told apart.
alter table reporting.audit_event
  add column erased_account_uuid uuid,
  add column erased_actor_uuid uuid;

create index audit_event_erased_account_uuid_idx on reporting.audit_event (erased_account_uuid)
  where erased_account_uuid is not null;
create index audit_event_erased_actor_uuid_idx on reporting.audit_event (erased_actor_uuid)
  where erased_actor_uuid is not null;
