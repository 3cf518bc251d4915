-- One row: how many sessions, secrets and links to a sign-on provider were deleted. Then the memberships and the
-- accounts can be.
with deleted_session as (
  delete from reporting.session where account_id = any ($ids::integer[]) returning 1
),
deleted_personal_secret as (
  delete from reporting.personal_secret where account_id = any ($ids::integer[]) returning 1
),
deleted_client_secret as (
  delete from reporting.client_secret where account_id = any ($ids::integer[]) returning 1
),
deleted_identity as (
  delete from reporting.account_identity where account_id = any ($ids::integer[]) returning 1
),
deleted_reset_request as (
  -- of a new password; a job that has one of them deletes it, and waits for the account
  delete from reporting.password_reset_request
  where id in (
    select id
    from reporting.password_reset_request
    where email = any ($emails::text[])
    for update skip locked
  )
),
deleted_membership as (
  delete from reporting.member where account_id = any ($ids::integer[]) returning 1
)
select
  (select count(*) from deleted_session) as "sessions",
  (select count(*) from deleted_personal_secret)
    + (select count(*) from deleted_client_secret) as "secrets",
  (select count(*) from deleted_identity) as "identities",
  (select count(*) from deleted_membership) as "memberships"
