-- name: faults
-- A row: a bad value of compliance-snapshots.csv. What is satisfied is part of what is required, and of stored rows
-- is so. No day is later than today, where today begins first, at UTC+14.
select line, 'satisfied' as "column", satisfied::text as value, 'at most required' as expected
from changed_compliance_snapshot
where satisfied > required
union all
select line, 'snapshotDate', snapshot_date::text, 'a day that is not in the future'
from changed_compliance_snapshot
where snapshot_date > (now() at time zone 'UTC' + interval '14 hours')::date
