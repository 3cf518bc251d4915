-- Rights that the single sign-on provider gives, beside those that are given by hand. They hold until
-- provider_rights_until, those of the account's members too.
alter table reporting.account
  add column provider_operator boolean not null default false,
  add column provider_api_access boolean not null default false,
  add column provider_report_access boolean not null default false,
  add column provider_rights_until timestamptz(3),
  add constraint account_provider_report_access_check
    check (provider_api_access or not provider_report_access);

create index account_provider_rights_until_idx on reporting.account (provider_rights_until)
  where provider_rights_until is not null;

alter table reporting.member
  add column provider_access boolean not null default false,
  add column provider_developer boolean not null default false,
  add constraint member_provider_developer_check check (provider_access or not provider_developer);
