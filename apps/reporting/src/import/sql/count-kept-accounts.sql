-- One row: how many existing accounts have another e-mail or other rights than the file gives them.
select count(*) as kept
from staged_account as staged
join reporting.account on account.uuid = staged.id
where (account.email, account.is_operator, account.api_access, account.report_access)
  is distinct from (staged.email, staged.is_operator, staged.api_access, staged.report_access)
