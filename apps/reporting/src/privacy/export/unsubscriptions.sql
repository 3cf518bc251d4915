-- A row: mails that the account does not want.
select company.handle as "company", unsubscription.topic, unsubscription.at
from reporting.unsubscription
join reporting.company on company.id = unsubscription.company_id
where unsubscription.account_id = $accountId::integer
order by unsubscription.at
