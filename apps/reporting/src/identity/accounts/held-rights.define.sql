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

-- Returns the departments that reports show a member with a limited scope: those in named, or all of the organization
-- if that is null; with is_administered, only those that the member administers. It is a function so that these tables
-- are read, and waited for, only for members with a limited scope.
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

-- A row per member with the account's current rights in the organization, whether granted manually or by the provider.
-- Reports count members by member.has_access only: the provider grants access without changing records.
--
-- `report_scope` determines which rows reports show the member: all for operators, or else those in the membership's
-- scope, which the provider may narrow to administered departments if only it grants report access.
-- `shown_departments` are the departments; null for all.
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

-- Whether an account has anything that an e-mail address would expose to whoever reads its mail: a password, a grant,
-- or operator or record-keeper rights, whether granted manually or by the provider.
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
