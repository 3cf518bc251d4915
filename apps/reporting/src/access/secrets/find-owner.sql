-- One row: the account of an e-mail, and its organization of a handle where it is a member, with access,
-- of that. No row: no such account.
select account.id as "accountId", membership.company_id as "companyId"
from reporting.account
left join lateral (
  select member.company_id
  from reporting.member
  join reporting.company on company.id = member.company_id
  where member.account_id = account.id
    and member.has_access
    and lower(company.handle) = lower($company::text)
) as membership on true
where lower(account.email) = lower($email::text)
