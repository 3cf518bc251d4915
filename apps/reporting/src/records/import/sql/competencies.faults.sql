-- A row: a bad value of competencies.csv, by its line. An id stays in its organization.
select again.line, 'id' as "column", again.id::text as value,
  'an id that is in the file once; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose key an earlier row has
  select *, min(line) over (partition by id) as first_line
  from staged_competency
  where id is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'id', staged.id::text, 'an id that no other organization uses'
from staged_competency as staged
join reporting.competency as present on present.uuid = staged.id
join reporting.company on company.id = present.company_id
where company.uuid <> staged.company_id
union all
select staged.line, 'companyId', staged.company_id::text, 'the id of an organization, in this folder or in the database'
from staged_competency as staged
where staged.company_id is not null
  and not exists (select from known_company as known where known.id = staged.company_id)
order by line, "column"
limit $limit::integer
