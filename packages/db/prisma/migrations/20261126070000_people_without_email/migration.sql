-- Some people have no e-mail. A password is signed in with by e-mail.
alter table reporting.account
  alter column email drop not null,
  add constraint account_password_needs_email check (email is not null or password_hash is null);
