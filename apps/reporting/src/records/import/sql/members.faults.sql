-- A row: a bad value of members.csv, by its line. An account is a member of an organization once.
select again.line, 'id' as "column", again.id::text as value,
  'an id that is in the file once; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose key an earlier row has
  select *, min(line) over (partition by id) as first_line
  from staged_member
  where id is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'id', staged.id::text, 'an id that no other organization uses'
from staged_member as staged
join reporting.member as present on present.uuid = staged.id
join reporting.company on company.id = present.company_id
where company.uuid <> staged.company_id
union all
select staged.line, 'companyId', staged.company_id::text, 'the id of an organization, in this folder or in the database'
from staged_member as staged
where staged.company_id is not null
  and not exists (select from known_company as known where known.id = staged.company_id)
union all
select staged.line, 'accountId', staged.account_id::text, 'the id of an account, in this folder or in the database'
from staged_member as staged
where staged.account_id is not null
  and not exists (select from known_account as known where known.id = staged.account_id)
union all
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
select staged.line, 'accountId', staged.account_id::text, 'an account that is not yet another member of the organization'
from staged_member as staged
join reporting.company on company.uuid = staged.company_id
join reporting.account on account.uuid = staged.account_id
join reporting.member on member.company_id = company.id and member.account_id = account.id
where member.uuid <> staged.id
  and not exists (select from staged_member as other where other.id = member.uuid)
  and not exists (select from leaving where leaving.id = member.uuid)
order by line, "column"
limit $limit::integer
