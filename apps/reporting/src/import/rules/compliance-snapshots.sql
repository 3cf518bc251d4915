-- name: faults
-- A row per invalid value of compliance-snapshots.csv. `satisfied` cannot exceed `required`. A day cannot be later than
-- today in UTC+14, where days begin first.
select line, 'satisfied' as "column", satisfied::text as value, 'at most required' as expected
from changed_compliance_snapshot
where satisfied > required
union all
select line, 'snapshotDate', snapshot_date::text, 'a day that is not in the future'
from changed_compliance_snapshot
where snapshot_date > (now() at time zone 'UTC' + interval '14 hours')::date
