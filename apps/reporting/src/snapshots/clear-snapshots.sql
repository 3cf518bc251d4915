-- Removes an organization's snapshot of today and its statistics of this month, so that what is taken again
-- leaves nothing of what it replaces.
with cleared as (
  delete from reporting.compliance_snapshot
  where company_id = $organization::integer
    and snapshot_date = ($now::timestamptz at time zone 'UTC')::date
)
delete from reporting.monthly_statistic
where company_id = $organization::integer
  and month = date_trunc('month', $now::timestamptz at time zone 'UTC')::date
