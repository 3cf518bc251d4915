-- A row: a bad value of compliance-snapshots.csv. What is satisfied is part of what is required, and of stored rows
-- is so.
select line, 'satisfied', satisfied::text, 'at most required'
from changed_compliance_snapshot
where satisfied > required
