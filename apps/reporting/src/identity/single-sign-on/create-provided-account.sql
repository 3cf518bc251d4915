-- Creates an account without a password for somebody whom the provider gives a right and who has none here, neither by
-- a link nor by the e-mail.
with created as (
  insert into reporting.account (uuid, email, name)
  select gen_random_uuid(), $email::text, $name::text
  where not exists (
    select
    from reporting.account_identity
    where issuer = $issuer::text
      and subject = $subject::text
  )
  on conflict (lower(email)) do nothing
  returning id
)
insert into reporting.audit_event (kind, actor, account_id, address, detail)
select 'account-created', $actor::text, id, $address::inet, '{"by": "single sign-on"}'
from created
