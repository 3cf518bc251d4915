-- One row: how many members are reported on, and of what is required of them how much expires within 30 days, and how
-- much has expired since the start of the day 30 days ago in UTC and still is, each with how many members that
-- concerns; as expirations-page.sql counts it. Left out: departments that are not shown.
--
-- Example: of Ada and Grace, Ada has two certificates that expire in 10 and 400 days: 2 people, 1 expires, of 1.
with reported as materialized (
  -- the members reported on
  select member.id
  from reporting.reported_member_id(
    organization => $organization::integer,
    departments => $shown::integer[],
    members => null,
    q => null
  ) as member
),
needs as materialized (
  -- what profiles need of them
  select *
  from reporting.profile_needs($organization::integer, array(select id from reported))
),
required as (
  -- what is required and expires in the window
  select expiring.member_id, expiring.expires_at > $now::timestamptz as is_held
  from reporting.expiring_item(
    organization => $organization::integer,
    kinds => array['achievement', 'competency'],
    since => date_trunc('day', $now::timestamptz, 'UTC') - interval '30 days',
    until => $now::timestamptz + interval '30 days',
    at => $now::timestamptz
  ) as expiring
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
