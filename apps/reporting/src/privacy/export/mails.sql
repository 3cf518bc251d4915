-- A row: a mail to the account.
select
  mail.uuid as "id",
  mail.kind,
  company.handle as "company",
  mail.created_at as "createdAt",
  mail.finished_at as "finishedAt",
  mail.outcome,
  mail.error
from reporting.mail
left join reporting.company on company.id = mail.company_id
where mail.account_id = $accountId::integer
order by mail.id
