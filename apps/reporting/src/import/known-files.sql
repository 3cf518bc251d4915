-- name: find-known
-- A row: the last import of the same files. Excludes rows restored from a backup, whose transaction belongs to another
-- server, and rows so old that transaction IDs may have wrapped around.
select known.xid::text as xid, known.oldest::text as oldest, known.table_rows as "tableRows", run.files
from reporting.known_import as known
join reporting.import_run as run on run.id = known.run_id
where known.digest = decode($digest::text, 'hex')
  and known.xmin = known.xid::xid
  and pg_snapshot_xmax(pg_current_snapshot())::text::bigint - known.oldest::text::bigint < 1000000000

-- name: oldest-transaction
-- One row: the oldest transaction that may still write, including this one.
select least(pg_snapshot_xmin(pg_current_snapshot()), pg_current_xact_id())::text as oldest

-- name: keep-known
-- Stores the digest of the files with the transaction that imports them.
insert into reporting.known_import (digest, run_id, xid, oldest, table_rows)
values (
  decode($digest::text, 'hex'), $run::integer, pg_current_xact_id(), $oldest::text::xid8, $tableRows::jsonb
)
on conflict (digest) do update
set run_id = excluded.run_id, xid = excluded.xid, oldest = excluded.oldest, table_rows = excluded.table_rows

-- name: forget-known
-- Keeps the last 100 digests.
delete from reporting.known_import
where run_id <= (select run_id from reporting.known_import order by run_id desc offset 100 limit 1)
