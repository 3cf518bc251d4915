-- Accounts that schedules of an organization may be sent to without report access to it, because an operator allows it.
create table reporting.allowed_recipient (
  id serial primary key,
  uuid uuid not null default gen_random_uuid(),
  company_id integer not null references reporting.company (id) on delete cascade on update no action,
  account_id integer not null references reporting.account (id) on delete cascade on update no action,
  allowed_at timestamptz(3) not null default now()
);

create unique index allowed_recipient_uuid_key on reporting.allowed_recipient (uuid);
create unique index allowed_recipient_company_id_account_id_key on reporting.allowed_recipient (company_id, account_id);
create index allowed_recipient_account_id_idx on reporting.allowed_recipient (account_id);
