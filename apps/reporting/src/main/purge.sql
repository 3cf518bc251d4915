-- Deletes events past their retention period, sessions that ended at least a day ago, expired password links, and
-- password resets requested a day ago that no job has processed, as without a mail server. One row: the number deleted.
-- Works in slices, to avoid timeouts and long locks, and skips rows that a different replica deletes.
with purged_event as (
  delete from reporting.audit_event
  where id in (
    select id
    from reporting.audit_event
    where at < now() - make_interval(days => $retentionDays::integer)
    order by at
    limit 10000
    for update skip locked
  )
  returning 1
),
purged_session as (
  delete from reporting.session
  where id in (
    select id
    from reporting.session
    where expires_at < now() - interval '1 day'
      or ended_at < now() - interval '1 day'
    limit 10000
    for update skip locked
  )
  returning 1
),
purged_link as (
  delete from reporting.password_link
  where hash in (
    select hash
    from reporting.password_link
    where expires_at < now()
    order by expires_at
    limit 10000
    for update skip locked
  )
  returning 1
),
purged_request as (
  delete from reporting.password_reset_request
  where id in (
    select id
    from reporting.password_reset_request
    where created_at < now() - interval '1 day'
    limit 10000
    for update skip locked
  )
  returning 1
)
select
  (select count(*) from purged_event)
  + (select count(*) from purged_session)
  + (select count(*) from purged_link)
  + (select count(*) from purged_request) as "purged"
