-- One row: the account.
select
  account.uuid as "id",
  account.email,
  account.name,
  account.is_operator as "isOperator",
  account.api_access as "apiAccess",
  account.report_access as "reportAccess",
  account.provider_operator as "isOperatorByProvider",
  account.provider_api_access as "apiAccessByProvider",
  account.provider_report_access as "reportAccessByProvider",
  account.provider_rights_until as "providerRightsUntil",
  account.password_hash is not null as "hasPassword",
  account.disabled_at as "disabledAt",
  account.mail_failing_since as "mailFailingSince",
  account.created_at as "createdAt",
  account.updated_at as "updatedAt"
from reporting.account
where account.id = $accountId::integer
