-- One row: how many secrets were revoked, personal and client, of all accounts: those issued before
-- $issuedBefore, or every one where that is null.
with owner as (
  -- locked before what belongs to them
  select id
  from reporting.account
  where id in (
    select account_id from reporting.personal_secret
    union all
    select account_id from reporting.client_secret
  )
  order by id
  for key share
),
personal as (
  delete from reporting.personal_secret
  using owner
  where account_id = owner.id
    and ($issuedBefore::timestamptz is null or created_at < $issuedBefore::timestamptz)
  returning account_id, company_id, prefix
),
client as (
  delete from reporting.client_secret
  using owner
  where account_id = owner.id
    and ($issuedBefore::timestamptz is null or created_at < $issuedBefore::timestamptz)
  returning account_id, company_id, prefix, name
),
revoked as (
  select account_id, company_id, jsonb_build_object('prefix', prefix) as detail from personal
  union all
  select account_id, company_id, jsonb_build_object('prefix', prefix, 'name', name) from client
),
audited as (
  insert into reporting.audit_event (kind, actor, account_id, company_id, detail)
  select 'secret-revoked', $actor::text, account_id, company_id, detail
  from revoked
)
select count(*) as "revoked"
from revoked
