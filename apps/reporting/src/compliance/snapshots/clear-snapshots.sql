-- Removes an organization's snapshot of the day and its statistics of the month, so that what is taken again leaves
-- nothing of what it replaces. One row: it was done. No row: the month has statistics of a later snapshot, and nothing
-- was removed.
with current as (
  select
  where not exists (
    select
    from reporting.monthly_statistic
    where company_id = $organization::integer
      and month = date_trunc('month', $now::timestamptz at time zone 'UTC')::date
      and as_at > $now::timestamptz
      and not is_imported
  )
),
cleared_totals as (
  delete from reporting.compliance_snapshot
  where company_id = $organization::integer
    and snapshot_date = ($now::timestamptz at time zone 'UTC')::date
    and exists (select from current)
),
cleared_statistics as (
  delete from reporting.monthly_statistic
  where company_id = $organization::integer
    and month = date_trunc('month', $now::timestamptz at time zone 'UTC')::date
    and exists (select from current)
)
select true as "isCleared"
from current
