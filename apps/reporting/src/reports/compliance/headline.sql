-- One row: the number of reported members in shown departments, and the number of their requirements that expire
-- within 30 days, and that expired since the start of the day 30 days ago in UTC and are still expired, each with the
-- number of members concerned. Counted as in expirations-page.sql.
--
-- Example: Ada and Grace are reported on. Ada has two certificates, which expire in 10 and 400 days: 2 people, 1
-- expiring requirement of 1 person.
with reported as materialized (
  -- reported members
  select member.id
  from reporting.reported_member_id(
    organization => $organization::integer,
    departments => $shown::integer[],
    members => null,
    q => null
  ) as member
),
needs as materialized (
  -- requirements of their profiles
  select *
  from reporting.profile_needs($organization::integer, array(select id from reported))
),
expiring as (
  -- expirations in the window: of few members, looked up by member; otherwise of the whole organization
  select found.*
  from reporting.expiring_item(
    organization => $organization::integer,
    kinds => array['achievement', 'competency'],
    -- exclusive: the start of the day is part of it, and most expiries are days
    since => date_trunc('day', $now::timestamptz, 'UTC') - interval '30 days 1 millisecond',
    until => $now::timestamptz + interval '30 days',
    at => $now::timestamptz
  ) as found
  where (select count(*) from reported) <= 500
    and found.member_id = any (array(select id from reported))
  union all
  select found.*
  from reporting.expiring_item(
    organization => $organization::integer,
    kinds => array['achievement', 'competency'],
    since => date_trunc('day', $now::timestamptz, 'UTC') - interval '30 days 1 millisecond',
    until => $now::timestamptz + interval '30 days',
    at => $now::timestamptz
  ) as found
  where (select count(*) from reported) > 500
),
required as (
  -- requirements that expire in the window
  select expiring.member_id, expiring.expires_at > $now::timestamptz as is_held
  from expiring
  where case
    when expiring.is_asked then (expiring.member_id in (select id from reported)) is true
    else reporting.is_needed(
      (select members from needs),
      (select sets from needs),
      (select chunks from needs),
      (select items from needs),
      expiring.member_id,
      expiring.chunk,
      expiring.item_id
    )
  end
)
select
  (select count(*) from reported) as people,
  json_build_object(
    'requirements', count(*) filter (where is_held),
    'people', count(distinct member_id) filter (where is_held)
  ) as expiring,
  json_build_object(
    'requirements', count(*) filter (where not is_held),
    'people', count(distinct member_id) filter (where not is_held)
  ) as lapsed
from required
