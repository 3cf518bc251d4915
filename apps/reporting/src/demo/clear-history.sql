-- Removes the history that the demonstration writes: everything up to its last snapshot.
with cleared as (
  delete from reporting.monthly_statistic
  where company_id = $organization::integer
)
delete from reporting.compliance_snapshot
where company_id = $organization::integer
  and snapshot_date <= $last::date
