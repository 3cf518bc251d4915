-- Who does not want an organization's reminders, or the mails of a schedule.
create type reporting.subscription_topic as enum ('reminders', 'schedule');

create table reporting.unsubscription (
  account_id integer not null
    references reporting.account (id) on delete cascade on update no action,
  topic reporting.subscription_topic not null,
  -- the organization or the schedule
  target_uuid uuid not null,
  company_id integer not null
    references reporting.company (id) on delete cascade on update no action,
  at timestamptz(3) not null default now(),

  constraint unsubscription_pkey primary key (account_id, topic, target_uuid)
);

create index unsubscription_company_id_idx on reporting.unsubscription (company_id);
