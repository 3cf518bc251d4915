-- The language of mails to a person and of the console: that of the account, else that of the organization.
create type reporting.language as enum ('en', 'de', 'fr');

alter table reporting.company add column language reporting.language not null default 'en';

alter table reporting.account add column language reporting.language;
