-- A row: a bad value of compliance-snapshots.csv. What is satisfied is part of what is required.
select line, 'satisfied', satisfied::text, 'at most required'
from staged_compliance_snapshot
where satisfied > required
