-- One row: a run that is added, and waits for its turn.
insert into reporting.import_run (name, source, status, started_by, account_id, options, ignored)
values (
  $name::text,
  $source::reporting.import_source,
  'waiting',
  $startedBy::text,
  $accountId::integer,
  $options::jsonb,
  $ignored::text[]
)
returning id, uuid
