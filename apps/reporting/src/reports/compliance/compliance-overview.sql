-- A row: how a department stands by a measurement now, summed over the members that the compliance summary
-- reports on by default; every department with such a member has every measurement. Left out: departments that are not
-- shown.
--
-- Example: of Ada 8 are required and 7 satisfied, of Grace 4 and 2: required 12, satisfied 9, score 0.75.
--
-- Order: department name, id, measurement.
--
-- Counted by compliance-totals.define.sql.
select
  department.uuid as "departmentId",
  department.name as "departmentName",
  department.code as "departmentCode",
  total.measurement as "measurementKey",
  total.required,
  total.satisfied,
  reporting.share(total.satisfied, total.required) as score
from reporting.compliance_totals(
  organization => $organization::integer,
  departments => $shown::integer[],
  condition => $profileCondition::text,
  at => $now::timestamptz
) as total
join reporting.department on department.id = total.department_id
order by department.name_folded, department.uuid, total.measurement
