-- The account state on which a password link depends: changing the password or e-mail invalidates the link.
create or replace function reporting.account_state(email text, password_hash text) returns bytea
  language sql stable parallel safe
return sha256(convert_to(concat_ws(' ', email, password_hash), 'UTF8'));
