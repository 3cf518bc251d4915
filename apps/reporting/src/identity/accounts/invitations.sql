-- name: find-uninvited
-- One row: the members of an organization, counted by whether an invitation would help them sign in, and the accounts
-- to invite, with the reason of each email. An invitation is valid for a week, during which nobody receives another
-- one. Concurrent calls use the same reasons, so that each email is sent once.
with known as (
  select
    account.id,
    'invitation ' || account.uuid || ' after ' || coalesce(latest.id, 0) as reason,
    case
      when not member.has_access or account.disabled_at is not null then 'no access'
      when account.email is null then 'no e-mail'
      when account.password_hash is not null
        or $issuer::text in (select issuer from reporting.account_identity where account_id = account.id)
        then 'signs in'
      when latest.until > now() then 'invited before'
      else 'uninvited'
    end as state
  from reporting.member
  join reporting.account on account.id = member.account_id
  left join lateral (
    -- the latest invitation that is waiting or was sent, while it is stored
    select mail.id, coalesce(mail.finished_at, now()) + interval '168 hours' as until
    from reporting.mail
    where mail.account_id = account.id
      and mail.kind = 'invitation'
      and coalesce(mail.outcome, 'sent') = 'sent'
    order by mail.id desc
    limit 1
  ) as latest on true
  where member.company_id = $companyId::integer
)
select
  count(*) filter (where state = 'uninvited') as "invited",
  count(*) filter (where state = 'signs in') as "signIn",
  count(*) filter (where state = 'invited before') as "invitedBefore",
  count(*) filter (where state = 'no e-mail') as "withoutEmail",
  count(*) filter (where state = 'no access') as "withoutAccess",
  coalesce(jsonb_agg(jsonb_build_object('accountId', id, 'reason', reason)) filter (where state = 'uninvited'), '[]')
    as "uninvited"
from known
