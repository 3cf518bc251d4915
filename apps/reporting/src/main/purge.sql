-- name: purge-events
-- Deletes events past their retention period. Works in slices, like the others, to avoid timeouts and long locks, and
-- skips rows that a different replica deletes.
delete from reporting.audit_event
where id in (
  select id
  from reporting.audit_event
  where at < now() - make_interval(days => $retentionDays::integer)
  order by at
  limit 10000
  for update skip locked
)

-- name: purge-sessions
-- Deletes sessions that expired or ended at least a day ago.
delete from reporting.session
where id in (
  select id
  from reporting.session
  where expires_at < now() - interval '1 day'
    or ended_at < now() - interval '1 day'
  limit 10000
  for update skip locked
)

-- name: purge-links
-- Deletes expired password links.
delete from reporting.password_link
where hash in (
  select hash
  from reporting.password_link
  where expires_at < now()
  order by expires_at
  limit 10000
  for update skip locked
)

-- name: purge-requests
-- Deletes password resets requested a day ago that no job has processed, as without a mail server.
delete from reporting.password_reset_request
where id in (
  select id
  from reporting.password_reset_request
  where created_at < now() - interval '1 day'
  limit 10000
  for update skip locked
)

-- name: purge-mails
-- Deletes emails finished 90 days ago, until when deliveries are listed. Keeps waiting ones, regardless of age.
delete from reporting.mail
where id in (
  select id
  from reporting.mail
  where finished_at < now() - interval '90 days'
  order by id
  limit 10000
  for update skip locked
)
