-- Removes the events that have been kept long enough, and the sessions that ended a day ago or more.
with purged_events as (
  delete from reporting.audit_event
  where at < now() - make_interval(days => $retentionDays::integer)
)
delete from reporting.session
where expires_at < now() - interval '1 day'
  or ended_at < now() - interval '1 day'
