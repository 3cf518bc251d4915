-- A row per competency in a member's profiles, and per achievement that a profile requires or the member has a ticket
-- for, with its current status as in the compliance summary. The first row also describes the member; a member
-- without requirements is one row without one. No row if the member is unknown: with $memberId, the member must have
-- been granted access and have one of $functions in a shown department, as in every report; with $accountId and
-- $isOpen, access by single sign-on is sufficient.
--
-- A profile that requires compliance makes its items required, in a department in which the member has one of
-- $functions; a required ticket makes its achievement required. Of several tickets, the best counts, as in
-- reporting.required_achievement: the best of all in departments where a profile requires the achievement, otherwise
-- the best of the required ones, if any. An achievement has a row for each ticket that counts in a department.
--
-- `departments` are those in which the item is required: those of such profiles, and for a required ticket all in which
-- the member has one of $functions. Departments that are not shown count, but are not named.
--
-- Examples: Ada, Employee in Drilling, requests her own requirements: her profile there counts. She has an Expired
-- required ticket and a Valid one that is not required, and a profile in North requires the achievement. It has two
-- rows: Valid in North, and Expired in South, where only the ticket requires it.
--
-- Order: measurement, name, ID.
with person as materialized (
  select id, account_id, uuid, code, person_type, job_title, has_access
  from reporting.member
  where member.company_id = $organization::integer
    and (uuid = $memberId::uuid or account_id = $accountId::integer)
    and (member.has_access or $isOpen::boolean)
    and (
      $memberId::uuid is null
      or exists (
        select
        from reporting.counted_affiliation(
          $organization::integer, $functions::reporting.affiliation_function[]
        ) as counted
        where counted.member_id = member.id
          and ($shown::integer[] is null or counted.department_id = any ($shown::integer[]))
      )
    )
),
own_department as materialized (
  -- the departments of the member and their profiles; only shown ones have names
  select
    known.department_id as id,
    department.name_folded as place,
    department.uuid,
    department.name,
    department.code,
    json_build_object('id', department.uuid, 'name', department.name, 'code', department.code)
      as reference,
    affiliation.function,
    affiliation.function = any (
      coalesce(
        $functions::reporting.affiliation_function[], '{Department,Organization,Administration}'
      )
    ) as is_counted,
    department.id is not null as is_shown
  from person
  cross join lateral (
    select department_id from reporting.affiliation where member_id = person.id
    union
    select department_id from reporting.profile_assignment where member_id = person.id
  ) as known
  left join reporting.affiliation
    on affiliation.member_id = person.id
    and affiliation.department_id = known.department_id
  left join reporting.department
    on department.id = known.department_id
    and department.company_id = $organization::integer
    and ($shown::integer[] is null or department.id = any ($shown::integer[]))
),
own_profile as (
  -- the profiles of any department, and the department if the profile makes its items required there
  select
    assignment.profile_id,
    case
      when assignment.requires_compliance and own_department.is_counted then own_department.id
    end as requires_in
  from person
  join reporting.profile_assignment as assignment on assignment.member_id = person.id
  join own_department on own_department.id = assignment.department_id
),
needed_competency as (
  -- competencies in the profiles of any department
  select competency_id, array_agg(requires_in) filter (where requires_in is not null) as departments
  from own_profile
  join reporting.profile_competency using (profile_id)
  group by competency_id
),
needed_achievement as (
  -- achievements in the profiles of any department
  select achievement_id, array_agg(requires_in) filter (where requires_in is not null) as departments
  from own_profile
  join reporting.profile_achievement using (profile_id)
  group by achievement_id
),
current_ticket as materialized (
  -- all tickets with their current status; the best one for an achievement has preference 1
  select
    ticket.*,
    now.status as status_now,
    row_number() over (
      partition by ticket.achievement_id
      order by
        reporting.ticket_rank(now.status),
        ticket.expires_at desc nulls first,
        ticket.issued_at desc nulls last,
        ticket.uuid
    ) as preference
  from person
  join reporting.ticket on ticket.member_id = person.id
  cross join lateral reporting.ticket_status_at(
    ticket.status, ticket.issued_at, ticket.expires_at, $now::timestamptz
  ) as now (status)
),
own_achievement as (
  -- achievements in profiles and tickets, with the best ticket and the best required one
  select
    achievement_id,
    needed_achievement.departments,
    min(ticket.preference) as best,
    min(ticket.preference) filter (where ticket.is_required) as best_required
  from needed_achievement
  full join current_ticket as ticket using (achievement_id)
  group by achievement_id, needed_achievement.departments
),
judged_achievement as (
  -- achievements by the ticket that counts, with the departments in which it counts and the achievement is required
  select
    own.achievement_id,
    judged.preference,
    bool_or(judged.is_required) as is_required,
    array_agg(department.id) filter (where judged.is_required) as departments
  from own_achievement as own
  left join own_department as department on department.is_counted
  cross join lateral (
    select
      case when of_profile.is_so then own.best else coalesce(own.best_required, own.best) end
        as preference,
      of_profile.is_so or own.best_required is not null as is_required
    from (select coalesce(department.id = any (own.departments), false)) as of_profile (is_so)
  ) as judged
  group by own.achievement_id, judged.preference
),
standing as materialized (
  select standing.*
  from person
  join reporting.competency_standing as standing on standing.member_id = person.id
  join needed_competency using (competency_id)
),
requirement as (
  select
    'competency' as kind,
    competency.uuid,
    competency.number,
    competency.name,
    reporting.fold(competency.name) collate "C" as name_folded,
    case competency.criticality when 'Critical' then 3 else 4 end as measurement,
    coalesce(
      reporting.standing_at(
        standing.status, standing.is_validated, standing.expires_at, $now::timestamptz
      )::text,
      'Not Completed'
    ) as status,
    needed_competency.departments is not null as is_required,
    standing.validated_at as held_since,
    standing.expires_at,
    validator.name as validator_name,
    standing.is_validated is true as is_validated,
    needed_competency.departments,
    null::uuid as ticket_id,
    null as certificate_number,
    null as note,
    standing.source,
    competency.how_to_get,
    competency.link,
    null::bigint as preference
  from needed_competency
  join reporting.competency on competency.id = needed_competency.competency_id
  left join standing using (competency_id)
  left join lateral (
    select name from reporting.validator where id = standing.validator_id limit 1
  ) as validator on true
  union all
  select
    'achievement',
    achievement.uuid,
    null,
    achievement.name,
    achievement.name_folded,
    achievement.measurement,
    coalesce(ticket.status_now::text, 'missing'),
    judged.is_required,
    ticket.issued_at,
    ticket.expires_at,
    null,
    false,
    judged.departments,
    ticket.uuid,
    ticket.certificate_number,
    ticket.note,
    ticket.source,
    achievement.how_to_get,
    achievement.link,
    judged.preference
  from judged_achievement as judged
  join reporting.achievement on achievement.id = judged.achievement_id
  left join current_ticket as ticket using (achievement_id, preference)
),
measured as (
  -- departments that count, with their measurements with requirements as in compliance-summary.sql; none for a member
  -- whom reports do not count
  select
    own_department.*,
    array(
      select
        array[
          counts.measurement, counts.required, counts.satisfied, counts.expired, counts.not_completed,
          counts.not_applicable, counts.needs_training, counts.self_assessed, counts.submitted, counts.validated
        ]
      from reporting.department_counts(
        $organization::integer,
        own_department.id,
        $functions::reporting.affiliation_function[],
        'compliance',
        array(select id from person),
        null,
        $now::timestamptz
      ) as counts
    ) as counts
  from own_department
  join person on person.has_access
  where own_department.is_counted
    and own_department.is_shown
),
placed as (
  select
    requirement.*,
    row_number() over (
      order by
        requirement.measurement,
        requirement.name_folded,
        requirement.uuid,
        requirement.preference
    ) as place
  from requirement
)
select
  case
    when coalesce(placed.place, 1) = 1 then json_build_object(
      'member', json_build_object(
        'id', person.uuid, 'name', own.name, 'code', person.code, 'email', own.email,
        'personType', person.person_type, 'jobTitle', person.job_title, 'accountId', own.uuid
      ),
      'affiliations', array(
        select json_build_object('department', reference, 'function', function)
        from own_department
        where function is not null
          and is_shown
        order by place, uuid
      ),
      'profiles', array(
        select
          json_build_object(
            'id', profile.uuid, 'name', profile.name, 'code', profile.code,
            'department', own_department.reference, 'isPrimary', assignment.is_primary,
            'requiresCompliance', assignment.requires_compliance
          )
        from reporting.profile_assignment as assignment
        join own_department on own_department.id = assignment.department_id
        join reporting.profile on profile.id = assignment.profile_id
        where assignment.member_id = person.id
          and own_department.is_shown
        order by
          own_department.place, own_department.uuid, reporting.fold(profile.name) collate "C", profile.uuid
      ),
      'departments', array(
        select
          json_build_object(
            'departmentId', uuid, 'departmentName', name, 'departmentCode', code, 'measurements', counts
          )
        from measured
        order by place, uuid
      )
    )
  end as person,
  placed.kind,
  placed.uuid as id,
  placed.number,
  placed.name,
  placed.measurement as "measurementKey",
  placed.status,
  placed.is_required as "isRequired",
  placed.held_since as "heldSince",
  placed.expires_at as "expiresAt",
  placed.validator_name as "validatorName",
  placed.ticket_id as "ticketId",
  placed.certificate_number as "certificateNumber",
  placed.note,
  placed.source,
  placed.how_to_get as "howToGet",
  placed.link,
  placed.status in ('Valid', 'Validated')
    or placed.status = 'Not Applicable' and placed.is_validated as "isSatisfied",
  to_json(
    array(
      select reference from own_department where id = any (placed.departments) and is_shown order by place, uuid
    )
  ) as departments
from person
join reporting.account as own on own.id = person.account_id
left join placed on true
order by placed.place
