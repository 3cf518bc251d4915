-- Keeps a request until the job looks at it: whether there is an account does not matter here. One row: whether no
-- other waits, for which the job was started already.
with asked as (
  insert into reporting.password_reset_request (email, address)
  values ($email::text, $address::inet)
)
select not exists (select from reporting.password_reset_request) as "isFirst"
