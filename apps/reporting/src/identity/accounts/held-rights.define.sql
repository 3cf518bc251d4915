-- A row per account with its current rights, whether granted manually or by the single sign-on provider.
create or replace view reporting.account_rights as
select
  account.id as account_id,
  account.is_operator or (account.provider_operator and provider.holds) as is_operator,
  account.api_access or (account.provider_api_access and provider.holds) as api_access,
  account.report_access or (account.provider_report_access and provider.holds) as report_access
from reporting.account
cross join lateral (
  select coalesce(account.provider_rights_until > now(), false) as holds
) as provider;

-- The departments of a member's organization that are named, of these or of all those that the member administers. A
-- function, so that it is only looked up, and only waits for these tables, where somebody is not shown everything.
create or replace function reporting.scope_departments(of_member integer, named uuid[], is_administered boolean)
  returns integer[]
  language sql stable parallel safe
return array(
  select department.id
  from reporting.member
  join reporting.department on department.company_id = member.company_id
  where member.id = of_member
    and (named is null or department.uuid = any (named))
    and (
      not is_administered
      or exists (
        select
        from reporting.affiliation
        where affiliation.member_id = of_member
          and affiliation.department_id = department.id
          and affiliation.function = 'Administration'
      )
    )
  order by department.id
);

-- A row per member with the current rights of the account in the organization, likewise. Reports count members by
-- member.has_access only: the provider grants access without changing records.
--
-- `report_scope` says whose rows reports show the member: all of them to an operator; else those of the membership, of
-- which report access that the provider alone gives may leave what the member administers. `shown_departments` are the
-- departments, null for all.
create or replace view reporting.member_rights as
select
  member.id as member_id,
  member.account_id,
  member.company_id,
  member.has_access or (member.provider_access and provider.holds) as has_access,
  member.is_developer or (member.provider_developer and provider.holds) as is_developer,
  scope.report_scope,
  case
    when scope.report_scope <> 'organization' then reporting.scope_departments(
      member.id,
      case when member.report_scope = 'departments' then member.report_departments end,
      scope.report_scope = 'administered' or provider.narrows
    )
  end as shown_departments,
  member.keeps_records
from reporting.member
join reporting.account on account.id = member.account_id
cross join lateral (
  select
    coalesce(account.provider_rights_until > now(), false) as holds,
    not account.report_access and account.provider_report_scope = 'administered' as narrows
) as provider
cross join lateral (
  select
    case
      when account.is_operator or (account.provider_operator and provider.holds) then 'organization'
      when provider.narrows and member.report_scope = 'organization' then 'administered'
      else member.report_scope
    end as report_scope
) as scope;

-- Whether an account has what an e-mail would open to whoever reads its mail: a password, a grant, the rights of an
-- operator or of a record keeper, by hand or from the provider.
create or replace function reporting.holds_rights(of_account integer) returns boolean
  language sql stable
return exists (
  select
  from reporting.account
  where account.id = of_account
    and (
      account.password_hash is not null
      or account.is_operator
      or account.api_access
      or account.report_access
      or account.provider_operator
      or account.provider_api_access
      or account.provider_report_access
      or exists (select from reporting.member where member.account_id = account.id and member.keeps_records)
    )
);
