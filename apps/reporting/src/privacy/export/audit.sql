-- A row: what the account did, or what was done to it. Others who did something, or imported it, are not named.
select
  event.id::text as "id",
  event.at,
  event.kind,
  case
    when event.actor_account_id = $accountId::integer or lower(event.actor) = lower(account.email) then 'you'
    when event.actor_account_id is not null or event.actor like '%@%' then 'an operator'
    else event.actor
  end as "actor",
  case when event.account_id = $accountId::integer then 'you' else 'somebody else' end as "account",
  company.handle as "company",
  case
    when event.actor_account_id = $accountId::integer or event.actor_account_id is null
      then host(event.address)
  end as "address",
  case when event.account_id = $accountId::integer then event.detail - 'startedBy' else '{}' end as "detail"
from reporting.audit_event as event
join reporting.account on account.id = $accountId::integer
left join reporting.company on company.id = event.company_id
where event.account_id = $accountId::integer
  or event.actor_account_id = $accountId::integer
order by event.id
