-- One row: how many sessions, secrets and links to a sign-on provider were deleted. Then the memberships and the accounts
-- can be.
with session as (
  delete from reporting.session where account_id = any ($ids::integer[]) returning 1
),
personal as (
  delete from reporting.personal_secret where account_id = any ($ids::integer[]) returning 1
),
client as (
  delete from reporting.client_secret where account_id = any ($ids::integer[]) returning 1
),
identity as (
  delete from reporting.account_identity where account_id = any ($ids::integer[]) returning 1
),
request as (
  -- of a new password, that no job has looked at yet
  delete from reporting.password_reset_request where email = any ($emails::text[])
),
membership as (
  delete from reporting.member where account_id = any ($ids::integer[]) returning 1
)
select
  (select count(*) from session) as "sessions",
  (select count(*) from personal) + (select count(*) from client) as "secrets",
  (select count(*) from identity) as "identities",
  (select count(*) from membership) as "memberships"
