-- The row: how many were removed of the events that have been kept long enough, of the sessions that ended a day ago or
-- more, of the links to set a password that have expired, and of the resets asked for a day ago that no job has looked
-- at, as without a mail server. A slice of each at a time, so that no purge runs out of time or holds its locks for
-- long; what another replica removes is left to it.
with old_event as (
  -- kept long enough
  select id
  from reporting.audit_event
  where at < now() - make_interval(days => $retentionDays::integer)
  order by at
  limit 10000
  for update skip locked
),
old_session as (
  -- ended a day ago or more, by time or by who had it
  select id
  from reporting.session
  where expires_at < now() - interval '1 day'
    or ended_at < now() - interval '1 day'
  limit 10000
  for update skip locked
),
old_link as (
  select hash
  from reporting.password_link
  where expires_at < now()
  order by expires_at
  limit 10000
  for update skip locked
),
old_request as (
  select id
  from reporting.password_reset_request
  where created_at < now() - interval '1 day'
  limit 10000
  for update skip locked
),
purged_event as (
  -- removed
  delete from reporting.audit_event
  where id in (select id from old_event)
  returning id
),
purged_session as (
  -- removed
  delete from reporting.session
  where id in (select id from old_session)
  returning id
),
purged_link as (
  -- removed
  delete from reporting.password_link
  where hash in (select hash from old_link)
  returning hash
),
purged_request as (
  -- removed
  delete from reporting.password_reset_request
  where id in (select id from old_request)
  returning id
)
select
  (select count(*) from purged_event)
  + (select count(*) from purged_session)
  + (select count(*) from purged_link)
  + (select count(*) from purged_request) as "purged"
