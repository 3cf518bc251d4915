-- One row: how many standings of others lost the name of who validated them.
with changed as (
  update reporting.competency_standing
  set validator_id = null
  where validator_id = any ($memberIds::integer[])
    and member_id <> all ($memberIds::integer[])
  returning 1
)
select count(*) as "count"
from changed
