-- A row per shown department and measurement: the current totals of the members that the compliance summary reports on
-- by default (compliance-totals.define.sql). A department with such a member has a row for every measurement.
--
-- Example: 7 of 8 requirements of Ada and 2 of 4 of Grace are satisfied: required 12, satisfied 9, score 0.75.
--
-- Order: department name, ID, measurement.
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
