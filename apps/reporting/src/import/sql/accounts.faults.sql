-- A row: a bad value of accounts.csv. E-mails are unique in any case of letters; what counts is the e-mail that
-- the account will have, which is its own unless $updateAccounts. Operators are made only where $allowOperators. No
-- account is given an e-mail with a letter that `foldEmail` keeps apart from a plain one.
with effective as (
  -- the accounts of the file with the e-mail that each will have
  select
    staged.line,
    staged.id,
    lower(
      case when account.id is null or $updateAccounts::boolean then staged.email else account.email end
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
select effective.line, 'email', effective.email,
  'an e-mail that no other account has; for a membership in another organization use the id of that account, '
    || account.uuid
from effective
join reporting.account on lower(account.email) = effective.email
where account.uuid <> effective.id
  and not exists (select from effective as other where other.id = account.uuid)
union all
select staged.line, 'email', staged.email, 'an e-mail without letters that only look like a plain i or k'
from staged_account as staged
left join reporting.account on account.uuid = staged.id
where staged.email ~ U&'[\0130\212A]'
  and (account.id is null or ($updateAccounts::boolean and account.email <> staged.email))
union all
select line, 'apiAccess', api_access::text, 'true, since report access includes API access'
from staged_account
where report_access and not api_access
union all
select staged.line, 'isOperator', 'true',
  'false, since {allowOperators} was not given; operators reach every organization'
from staged_account as staged
left join reporting.account on account.uuid = staged.id
where staged.is_operator
  and not $allowOperators::boolean
  and (account.id is null or ($updateAccounts::boolean and not account.is_operator))
union all
select staged.line, 'id', staged.id::text,
  'a new account, or one of ' || array_to_string($companies::text[], ', ')
    || ', to which the import is kept; leave the row out: a row of members.csv lets an account that exists join'
from staged_account as staged
join reporting.account on account.uuid = staged.id
where $companies::text[] is not null
  and not exists (
    select
    from reporting.member
    join reporting.company on company.id = member.company_id
    where member.account_id = account.id
      and company.uuid in (select id from allowed_company)
  )
  and (
    -- a member of nobody may come back, by members.csv, where the row leaves the account as it is
    exists (select from reporting.member where member.account_id = account.id)
    or account.name <> staged.name
    or (
      $updateAccounts::boolean
      and (account.email, account.is_operator, account.api_access, account.report_access)
        is distinct from (staged.email, staged.is_operator, staged.api_access, staged.report_access)
    )
  )
union all
select staged.line, granted.name, 'true', 'false, since the service key gives no rights; an operator grants them later'
from staged_account as staged
left join reporting.account on account.uuid = staged.id
cross join lateral (
  values
    ('isOperator', staged.is_operator),
    ('apiAccess', staged.api_access),
    ('reportAccess', staged.report_access)
) as granted (name, is_granted)
where not $mayGrant::boolean
  and granted.is_granted
  and account.id is null
union all
select staged.line, 'id', staged.id::text, 'an id of nobody who was erased, unless {allowErased} is given'
from staged_account as staged
join reporting.erasure on erasure.id = staged.id
where not $allowErased::boolean
