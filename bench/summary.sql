select
  member_id,
  department_id,
  measurement,
  required,
  validated,
  not_applicable,
  not_applicable_validated,
  expired,
  not_completed,
  needs_training,
  self_assessed,
  submitted
from reporting.competency_compliance($1, 'compliance', null, null, null, $2)
