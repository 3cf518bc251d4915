-- A row per gap, with the achievement, the summary of the whole roster and the number of gaps found. No row if the
-- organization does not have the achievement. An empty page is one row without a learner.
--
-- The roster is the members with access and one of $personTypes, in $departments unless that is null. With
-- $requiredOnly, it is the members who are required to hold the achievement, with any person type unless $personTypes
-- is given. A gap is a member of the roster without a Valid ticket. Of several tickets, the best counts: Valid,
-- Submitted, Pending, Expired; then the latest expiry (null means never), the latest issue (null is earliest), and
-- the lowest ID. $status and $q limit the gaps, not the summary. The summary counts excluded members without a person
-- type separately.
--
-- Example: for Ada (Valid until tomorrow), Grace (Valid until this very instant), Linus (no ticket) and Margaret (no
-- person type), the roster is 3, valid 1 and gaps 2: Grace is Expired, Linus missing.
with requested_achievement as (
  select id, uuid, name, measurement
  from reporting.achievement
  where company_id = $organization::integer
    and uuid = $achievementId::uuid
),
required_by_profile as materialized (
  -- members for whom a profile that requires compliance requires it, by department
  select requirement.member_id, requirement.department_id
  from requested_achievement
  join reporting.profile_requirement($organization::integer, 'compliance') as requirement
    on requirement.achievement_id = requested_achievement.id
),
required_by_ticket as materialized (
  -- members for whom a ticket requires it
  select ticket.member_id
  from requested_achievement
  join reporting.ticket on ticket.achievement_id = requested_achievement.id
  where ticket.is_required
),
selected_member as (
  -- members with access in the requested departments, and with $requiredOnly those required to hold it
  select id, uuid, account_id, code, person_type, job_title
  from reporting.member
  where company_id = $organization::integer
    and has_access
    and ($departments::integer[] is null or id in (
      select member_id
      from reporting.counted_affiliation($organization::integer)
      where department_id = any ($departments::integer[])
    ))
    and (not $requiredOnly::boolean or id in (
      select member_id
      from required_by_profile
      where $departments::integer[] is null or department_id = any ($departments::integer[])
      union all
      select member_id
      from required_by_ticket
    ))
),
current_ticket as (
  -- all tickets for the achievement with their current status
  select
    ticket.member_id,
    ticket.uuid,
    ticket.issued_at,
    ticket.expires_at,
    reporting.ticket_status_at(
      ticket.status, ticket.issued_at, ticket.expires_at, $now::timestamptz
    ) as status
  from requested_achievement
  join reporting.ticket on ticket.achievement_id = requested_achievement.id
),
best_ticket as (
  -- the ticket of each member that counts
  select distinct on (member_id) *
  from current_ticket
  order by
    member_id,
    reporting.ticket_rank(status),
    expires_at desc nulls first,
    issued_at desc nulls last,
    uuid
),
roster as (
  -- members who should hold the achievement, with their status
  select
    selected_member.*,
    best_ticket.uuid as ticket_uuid,
    best_ticket.issued_at,
    best_ticket.expires_at,
    coalesce(best_ticket.status::text, 'missing') as standing
  from selected_member
  left join best_ticket on best_ticket.member_id = selected_member.id
  where case
    when $personTypes::text[] is not null
    then selected_member.person_type = any ($personTypes::text[])
    else $requiredOnly::boolean or selected_member.person_type is not null
  end
),
summary as (
  -- counts of the whole roster
  select
    count(*) as roster,
    (
      select count(*)
      from selected_member
      where person_type is null
        and ($personTypes::text[] is not null or not $requiredOnly::boolean)
    ) as excluded,
    count(*) filter (where standing = 'Valid') as valid,
    count(*) filter (where standing = 'missing') as missing,
    count(*) filter (where standing = 'Pending') as pending,
    count(*) filter (where standing = 'Expired') as expired,
    count(*) filter (where standing = 'Submitted') as submitted
  from roster
),
found as (
  -- the requested gaps in order: nulls last in both directions, ties by name and ID
  select
    roster.*,
    account.uuid as account_uuid,
    account.name,
    account.email,
    account.name_folded,
    ordered.rank,
    row_number() over (
      order by
        ordered.rank,
        case when $sort::text = 'name' and $direction::text = 'desc' then account.name_folded end desc,
        account.name_folded,
        account.uuid
    ) as place
  from roster
  join reporting.account on account.id = roster.account_id
  cross join lateral (
    select coalesce(
      case $sort::text
        when 'status' then array_position('{missing,Pending,Submitted,Expired}', roster.standing)
        when 'expires' then extract(epoch from roster.expires_at)
      end * case $direction::text when 'desc' then -1 else 1 end,
      'Infinity'
    ) as rank
  ) as ordered
  where roster.standing <> 'Valid'
    and ($status::text is null or roster.standing = $status::text)
    and (
      $q::text is null
      or account.name_folded like all ((select reporting.word_patterns($q::text))::text[])
      or reporting.is_part($q::text, roster.code)
    )
),
page as (
  -- the gaps of the page, which starts after $after if that is given; all gaps without a limit
  select *
  from found
  where $after::text[] is null
    or case
      when $sort::text = 'name' and $direction::text = 'desc' and name_folded <> ($after::text[])[2]
      then name_folded < ($after::text[])[2]
      else (rank, name_folded, account_uuid)
        > (($after::text[])[1]::numeric, ($after::text[])[2], ($after::text[])[3]::uuid)
    end
  order by place
  limit $limit::integer
  offset $offset::bigint
)
select
  requested_achievement.uuid as "achievementId",
  requested_achievement.name as "achievementName",
  requested_achievement.measurement,
  summary.*,
  everything.total,
  page.account_uuid as "learnerAccountId",
  page.name as "learnerName",
  page.email,
  page.code as "personCode",
  page.person_type as "personType",
  page.job_title as "jobTitle",
  page.ticket_uuid is not null as "hasTicket",
  page.ticket_uuid as "ticketId",
  nullif(page.standing, 'missing') as "status",
  page.issued_at as "issuedAt",
  page.expires_at as "expiresAt",
  page.uuid as "memberId",
  case
    when $limit::integer is not null
    then array[page.rank::text, page.name_folded, page.account_uuid::text]
  end as position,
  (
    page.id in (select member_id from required_by_profile)
    or page.id in (select member_id from required_by_ticket)
  ) as "isRequired",
  (
    -- only for files, which have no limit
    select names
    from reporting.counted_department_names($organization::integer, $shown::integer[], page.id)
    where $limit::integer is null
  ) as departments
from requested_achievement
cross join summary
cross join (select count(*) as total from found) as everything
left join page on true
order by page.place
