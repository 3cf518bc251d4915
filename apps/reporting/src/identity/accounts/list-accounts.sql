-- A row per account with its grants, its organizations and the prefix of its secret, ordered by folded name, and the
-- total count. Rights from the sign-on provider are separate from manually granted ones. The folded name must contain
-- all words of $q, or the e-mail or a code must contain $q. $accountId selects a single account; $company, $right and
-- $state filter by manually granted rights. A page past the end is one row without an account.
with found as (
  -- matching accounts
  select id, uuid, name_folded
  from reporting.account
  where ($accountId::uuid is null or uuid = $accountId::uuid)
    and ($company::text is null or exists (
      select
      from reporting.member
      join reporting.company on company.id = member.company_id
      where member.account_id = account.id
        and lower(company.handle) = lower($company::text)
    ))
    and case $right::text
      when 'operator' then is_operator
      when 'api' then api_access
      when 'reports' then report_access
      when 'developer' then exists (select from reporting.member where account_id = account.id and is_developer)
      when 'records' then exists (select from reporting.member where account_id = account.id and keeps_records)
      else true
    end
    and case $state::text
      when 'enabled' then disabled_at is null
      when 'disabled' then disabled_at is not null
      when 'no-email' then email is null
      when 'no-access' then exists (select from reporting.member where account_id = account.id)
        and not exists (select from reporting.member where account_id = account.id and has_access)
      else true
    end
    and (
      $q::text is null
      or reporting.is_part($q::text, email)
      or id in (
        select account_id
        from reporting.member
        where reporting.is_part($q::text, code)
      )
      or name_folded like all ((select reporting.word_patterns($q::text))::text[])
    )
),
page as (
  -- accounts on the page
  select id
  from found
  order by name_folded, uuid
  limit $limit::integer
  offset $offset::bigint
)
select
  everything.total,
  account.uuid as "id",
  account.email,
  account.name,
  account.language,
  account.is_operator as "isOperator",
  account.api_access as "apiAccess",
  account.report_access as "reportAccess",
  case
    when provider.holds then
      jsonb_build_object(
        'isOperator', account.provider_operator,
        'apiAccess', account.provider_api_access,
        'reportAccess', account.provider_report_access,
        'reportScope', account.provider_report_scope,
        'until',
        to_char(account.provider_rights_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')
      )
  end as "fromProvider",
  account.disabled_at is null as "isEnabled",
  account.password_hash is not null as "hasPassword",
  personal_secret.prefix as "secretPrefix",
  -- by handle
  array(
    select
      jsonb_build_object(
        'handle', company.handle,
        'hasAccess', member.has_access,
        'isDeveloper', member.is_developer,
        'reportScope', member.report_scope,
        'reportDepartments', member.report_departments,
        'keepsRecords', member.keeps_records,
        'code', member.code,
        'personType', member.person_type,
        'jobTitle', member.job_title,
        'fromProvider',
        case
          when provider.holds and member.provider_access then
            jsonb_build_object('hasAccess', true, 'isDeveloper', member.provider_developer)
        end
      )
    from reporting.member
    join reporting.company on company.id = member.company_id
    where member.account_id = account.id
    order by company.handle
  ) as "organizations"
from (select count(*) as total from found) as everything
left join page on true
left join reporting.account on account.id = page.id
left join reporting.personal_secret on personal_secret.account_id = account.id
left join lateral (
  select coalesce(account.provider_rights_until > now(), false) as holds
) as provider on true
order by account.name_folded, account.uuid
