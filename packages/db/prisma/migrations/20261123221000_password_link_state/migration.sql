-- A link to set a password holds only while the account has the password and the e-mail that it had when it was made.
delete from reporting.password_link;

alter table reporting.password_link
  -- a digest of both
  add column account_state bytea not null;
