-- A row: a bad value of members.csv. An account is a member of an organization once.
select again.line, 'accountId' as "column", again.account_id::text as value,
  'an account that is a member of the organization once; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose key an earlier row has
  select *, min(line) over (partition by account_id, company_id) as first_line
  from staged_member
  where account_id is not null and company_id is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'accountId', staged.account_id::text,
  'an account that is not yet another member of the organization'
from staged_member as staged
join reporting.company on company.uuid = staged.company_id
join reporting.account on account.uuid = staged.account_id
join reporting.member on member.company_id = company.id and member.account_id = account.id
where member.uuid <> staged.id
  and not exists (select from staged_member as other where other.id = member.uuid)
  and not exists (select from leaving where leaving.id = member.uuid)
union all
select staged.line, 'id', staged.id::text, 'an id of nobody who was erased, unless {allowErased} is given'
from staged_member as staged
join reporting.erasure on erasure.id = staged.id
where not $allowErased::boolean
