-- A row: a bad value of compliance-snapshots.csv, by its line. A department has one total of a measurement and condition on a day.
select again.line, 'snapshotDate' as "column", again.snapshot_date::text as value,
  'one row of a department, measurement, condition and date; line ' || again.first_line || ' has it too' as expected
from (
  -- rows whose key an earlier row has
  select *, min(line) over (partition by department_id, measurement, profile_condition, snapshot_date) as first_line
  from staged_compliance_snapshot
  where department_id is not null and measurement is not null and profile_condition is not null and snapshot_date is not null
) as again
where again.line > again.first_line
union all
select staged.line, 'departmentId', staged.department_id::text, 'the id of a department, in this folder or in the database'
from staged_compliance_snapshot as staged
where staged.department_id is not null
  and not exists (select from known_department as known where known.id = staged.department_id)
union all
select line, 'satisfied', satisfied::text, 'at most required'
from staged_compliance_snapshot
where satisfied > required
order by line, "column"
limit $limit::integer
