-- A row: a mail of an organization, or about the account of one of its members, the latest first; and how many there
-- are in all. A page past the end is one row without a mail.
with mail as (
  -- each by its own index
  select *
  from reporting.mail
  where company_id = $companyId::integer
  union all
  select mail.*
  from reporting.member
  join reporting.mail
    on mail.account_id = member.account_id
    and mail.company_id is null
  where member.company_id = $companyId::integer
),
found as (
  -- those that are asked for
  select
    mail.*,
    coalesce(mail.outcome::text, 'waiting') as standing
  from mail
  join reporting.account on account.id = mail.account_id
  where ($outcome::text is null or coalesce(mail.outcome::text, 'waiting') = $outcome::text)
    and ($q::text is null or position(lower($q::text) in lower(account.email)) > 0 or not exists (
      select from reporting.words_of($q::text) where position(word in account.name_folded) = 0
    ))
),
page as (
  -- those of the page
  select *
  from found
  order by id desc
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  page.uuid as "id",
  page.kind,
  account.uuid as "accountId",
  account.name,
  account.email,
  page.created_at as "createdAt",
  page.standing as "outcome",
  page.finished_at as "finishedAt",
  case when page.finished_at is null then page.next_attempt_at end as "nextAttemptAt",
  page.attempts,
  page.error
from (select count(*) as total from found) as everything
left join page on true
left join reporting.account on account.id = page.account_id
order by page.id desc
