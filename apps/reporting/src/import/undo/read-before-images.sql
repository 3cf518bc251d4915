-- name: list-pieces
-- The pieces of the archive of a run, in their order.
select before.bytes
from reporting.import_before as before
join reporting.import_run as run on run.id = before.run_id
where run.uuid = $id::uuid
order by before.number
