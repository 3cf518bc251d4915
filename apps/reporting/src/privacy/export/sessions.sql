-- A row: a session of the account. Its id would be half of a credential, and is shortened.
select
  left(session.id::text, 8) as "id",
  company.handle as "company",
  session.created_at as "createdAt",
  session.expires_at as "expiresAt",
  session.ended_at as "endedAt"
from reporting.session
left join reporting.company on company.id = session.company_id
where session.account_id = $accountId::integer
order by session.created_at
