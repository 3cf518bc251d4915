-- name: create-account
-- Creates an account without a password. No row if the e-mail is in use.
with created as (
  insert into reporting.account (uuid, email, name, language, is_operator, api_access, report_access)
  select gen_random_uuid(), $email::text, $name::text, $language::reporting.language, $isOperator::boolean,
    $apiAccess::boolean, $reportAccess::boolean
  on conflict (lower(email)) do nothing
  returning id, uuid, is_operator, api_access, report_access
),
audited as (
  insert into reporting.audit_event (kind, actor, actor_account_id, account_id, address, detail)
  select 'account-created', $actor::text, $actorAccountId::integer, id, $address::inet,
    jsonb_build_object('isOperator', is_operator, 'apiAccess', api_access, 'reportAccess', report_access)
  from created
)
select id, uuid
from created

-- name: find-by-email
-- One row: the account with exactly $email, or else the one that signs in with it ($folded by `foldEmail`). Both
-- lookups use the index of lower(email).
select id, uuid, email
from reporting.account
where lower(email) = $folded::text
  or (lower(email) = lower($email::text) and email = $email::text)
order by email = $email::text desc
limit 1
