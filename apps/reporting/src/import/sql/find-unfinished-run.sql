-- The run that is ahead of all others, and since when.
select name, started_by as "startedBy", coalesce(started_at, created_at) as since
from reporting.import_run
where finished_at is null
  and id <> $id::integer
order by status = 'waiting', id
limit 1
