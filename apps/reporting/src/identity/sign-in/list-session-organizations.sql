-- A row: an organization that the account has access to, by name.
select company.uuid as "id", company.handle, company.name, member.is_developer as "isDeveloper"
from reporting.member_rights as member
join reporting.company on company.id = member.company_id
where member.account_id = $accountId::integer
  and member.has_access
order by reporting.fold(company.name) collate "C", company.uuid
