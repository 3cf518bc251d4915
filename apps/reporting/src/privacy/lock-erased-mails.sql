-- Locks the mails of accounts that are to be erased, before the accounts: sending one locks both in this order.
select mail.id
from reporting.mail
join reporting.account on account.id = mail.account_id
where account.uuid = any ($uuids::uuid[])
order by mail.id
for update of mail
