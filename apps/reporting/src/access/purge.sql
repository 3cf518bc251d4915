-- The row: how many were removed of the events that have been kept long enough and of the sessions that ended
-- a day ago or more. A slice of each at a time, so that no purge runs out of time or holds its locks for long;
-- what another replica removes is left to it.
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
)
select (select count(*) from purged_event) + (select count(*) from purged_session) as "purged"
