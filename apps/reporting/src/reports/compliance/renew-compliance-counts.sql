-- One row: of how many members of the organization the compliance was counted.
select reporting.renew_compliance_counts($organization::integer, $now::timestamptz) as "renewed"
