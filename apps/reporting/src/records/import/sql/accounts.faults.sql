-- A row: a bad value of accounts.csv. E-mails are unique in any case of letters; what counts is the e-mail that
-- the account will have, which is its own unless $updatesAccounts. No account is given an e-mail with a letter
-- that `foldEmail` keeps apart from a plain one.
with effective as (
  -- the accounts of the file with the e-mail that each will have
  select
    staged.line,
    staged.id,
    lower(
      case when account.id is null or $updatesAccounts::boolean then staged.email else account.email end
    ) as email
  from staged_account as staged
  left join reporting.account on account.uuid = staged.id
)
select again.line, 'email' as "column", again.email as value,
  'an e-mail that is in the file once; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose e-mail an earlier row has
  select *, min(line) over (partition by email) as first_line
  from effective
  where email is not null
) as again
where again.line > again.first_line
union all
select effective.line, 'email', effective.email, 'an e-mail that no other account has'
from effective
join reporting.account on lower(account.email) = effective.email
where account.uuid <> effective.id
  and not exists (select from effective as other where other.id = account.uuid)
union all
select staged.line, 'email', staged.email, 'an e-mail without letters that only look like a plain i or k'
from staged_account as staged
left join reporting.account on account.uuid = staged.id
where staged.email ~ U&'[\0130\212A]'
  and (account.id is null or ($updatesAccounts::boolean and account.email <> staged.email))
union all
select line, 'apiAccess', api_access::text, 'true, since report access includes API access'
from staged_account
where report_access and not api_access
