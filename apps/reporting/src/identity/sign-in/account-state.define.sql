-- What a link to set a password depends on: another password or e-mail ends it, whoever changes either.
create or replace function reporting.account_state(email text, password_hash text) returns bytea
  language sql stable parallel safe
return sha256(convert_to(concat_ws(' ', email, password_hash), 'UTF8'));
