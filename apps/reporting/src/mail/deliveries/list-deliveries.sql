-- A row per email of an organization, or about the account of a member, newest first, with the total count, counted up
-- to $maxCounted + 1. A page past the end is one row without an email.
with organization_mail as not materialized (
  -- each part uses its own index
  select id, account_id, outcome
  from reporting.mail
  where company_id = $companyId::integer
  union all
  select mail.id, mail.account_id, mail.outcome
  from reporting.member
  join reporting.mail
    on mail.account_id = member.account_id
    and mail.company_id is null
  where member.company_id = $companyId::integer
),
matching_account as materialized (
  -- accounts matching $q
  select id
  from reporting.account
  where $q::text is not null
    and (
      reporting.is_part($q::text, email)
      or name_folded like all ((select reporting.word_patterns($q::text))::text[])
    )
),
found as not materialized (
  -- matching emails
  select id
  from organization_mail
  where ($outcome::text is null or coalesce(outcome::text, 'waiting') = $outcome::text)
    and ($q::text is null or account_id in (select id from matching_account))
),
counted as (
  -- up to the counting limit
  select id
  from found
  limit $maxCounted::integer + 1
),
page as (
  -- emails on the page
  select id
  from found
  order by id desc
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  mail.uuid as "id",
  mail.kind,
  account.uuid as "accountId",
  account.name,
  account.email,
  mail.created_at as "createdAt",
  coalesce(mail.outcome::text, 'waiting') as "outcome",
  mail.finished_at as "finishedAt",
  case when mail.finished_at is null then mail.next_attempt_at end as "nextAttemptAt",
  mail.attempts,
  mail.error
from (select count(*) as total from counted) as everything
left join page on true
left join reporting.mail on mail.id = page.id
left join reporting.account on account.id = mail.account_id
order by page.id desc
