-- One row: of how many members of departments of the organization the compliance was counted.
select
  reporting.renew_compliance_counts(
    $organization::integer, $departments::integer[], $now::timestamptz
  ) as "renewed"
