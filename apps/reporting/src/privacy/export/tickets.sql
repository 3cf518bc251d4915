-- A row: a ticket of a member of the account.
select
  ticket.uuid as "id",
  company.handle as "company",
  achievement.uuid as "achievementId",
  achievement.name as "achievement",
  ticket.status,
  ticket.is_required as "isRequired",
  ticket.issued_at as "issuedAt",
  ticket.expires_at as "expiresAt"
from reporting.ticket
join reporting.member on member.id = ticket.member_id
join reporting.company on company.id = ticket.company_id
join reporting.achievement on achievement.id = ticket.achievement_id
where member.account_id = $accountId::integer
order by company.handle, achievement.name, ticket.uuid
