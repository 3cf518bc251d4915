-- A row: a member of an organization with access and report access, by name: the first $limit that $q is about, the
-- caller, and those of $recipients. Every word of $q has to be in the folded name, or the whole of it in the e-mail.
with possible as not materialized (
  -- whoever a report may be sent to
  select
    known.uuid,
    account.id as account_id,
    account.name,
    account.name_folded,
    account.email
  from reporting.member as known
  join reporting.member_rights as member on member.member_id = known.id
  join reporting.account_rights as rights on rights.account_id = known.account_id
  join reporting.account on account.id = known.account_id
  where known.company_id = $companyId::integer
    and member.has_access
    and rights.report_access
    and account.disabled_at is null
),
found as (
  -- the first of those that are searched for
  select *
  from possible
  where $q::text is null
    or position(lower($q::text collate "und-x-icu") in lower(email)) > 0
    or not exists (
      select from reporting.words_of($q::text) where position(word in name_folded) = 0
    )
  order by name_folded, uuid
  limit $limit::integer
),
named as (
  -- the caller, and those that are asked for by their ids
  select *
  from possible
  where account_id = $accountId::integer
    or uuid = any ($recipients::uuid[])
),
listed as (
  -- each once
  select *
  from found
  union
  select *
  from named
)
select uuid as "memberId", name, email, account_id = $accountId::integer as "isCaller"
from listed
order by name_folded, uuid
