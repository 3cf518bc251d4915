-- A row: what a member of an organization loses or has lost within a window (since, until], at an instant. What expires after
-- the instant is held then: achievements whose best ticket is Valid, competencies that are Validated, or Not Applicable and
-- validated as such. What expired up to it is Expired then: achievements whose best ticket is, and competencies. Of several
-- tickets the best counts, so that what was renewed is not listed. Required is an achievement whose best ticket is, or
-- that a profile requires, and a competency that a profile requires: one that requires compliance and is assigned to the
-- member in any department. `is_required` is null unless it is asked for by `mark_required` or `required_only`: it takes a
-- third of the time. `recorded` is the status that a competency is recorded with.
--
-- Conditions on computed values are written as CASE: the planner takes each `=` of them for one row in 200, and would look
-- the few rows up in nested loops.
create or replace function reporting.expiring_item(
  organization integer,
  kinds text[],
  required_only boolean,
  since timestamptz,
  until timestamptz,
  at timestamptz,
  mark_required boolean
) returns table (
  kind text,
  member_id integer,
  item_id integer,
  recorded reporting.standing_status,
  expires_at timestamptz,
  is_required boolean
)
  language sql stable parallel safe
begin atomic
  with profile_need as materialized (
    -- the competencies of each profile, by chunk; `offset 0`, since the planner takes the chunks of a column for as many as
    -- its values
    select profile_id, chunk, bit_or(bit) as competencies
    from (
      select
        profile_competency.profile_id,
        reporting.bitmap_chunk(profile_competency.competency_id) as chunk,
        reporting.bitmap_bit(profile_competency.competency_id) as bit
      from reporting.profile_competency
      where profile_competency.company_id = organization
        and 'competency' = any (kinds)
      offset 0
    ) as needs
    group by profile_id, chunk
  ),
  needed as materialized (
    -- what the profiles of a member need together
    select assignment.member_id, profile_need.chunk, bit_or(profile_need.competencies) as competencies
    from reporting.profile_assignment as assignment
    join profile_need using (profile_id)
    where assignment.company_id = organization
      and assignment.requires_compliance
    group by assignment.member_id, profile_need.chunk
  )
  select
    'achievement' as kind,
    ticket.member_id,
    ticket.achievement_id as item_id,
    null::reporting.standing_status as recorded,
    ticket.expires_at,
    case when required_only then true when mark_required then required.is_required end
  from reporting.ticket
  cross join lateral (
    select reporting.ticket_status_at(ticket.status, ticket.issued_at, ticket.expires_at, at) as status
  ) as now
  cross join lateral (
    -- looked for ticket by ticket: what profiles require of everybody is far more than what expires
    select
      ticket.is_required or exists (
        select
        from reporting.profile_requirement(organization, 'compliance') as requirement
        where requirement.member_id = ticket.member_id
          and requirement.achievement_id = ticket.achievement_id
      ) as is_required
  ) as required
  where ticket.company_id = organization
    and ticket.expires_at > since
    and ticket.expires_at <= until
    and case when ticket.expires_at > at then now.status = 'Valid' else now.status = 'Expired' end
    and 'achievement' = any (kinds)
    and (not required_only or required.is_required)
    and not exists (
      select
      from reporting.ticket as other
      cross join lateral (
        select
          row (
            -reporting.ticket_rank(reporting.ticket_status_at(
              other.status, other.issued_at, other.expires_at, at
            )),
            coalesce(other.expires_at, 'infinity'),
            coalesce(other.issued_at, '-infinity')
          ) as place,
          row (
            -reporting.ticket_rank(now.status),
            ticket.expires_at,
            coalesce(ticket.issued_at, '-infinity')
          ) as best
      ) as compared
      where other.company_id = organization
        and other.member_id = ticket.member_id
        and other.achievement_id = ticket.achievement_id
        and (
          compared.place > compared.best
          or (compared.place = compared.best and other.uuid < ticket.uuid)
        )
    )
  union all
  select
    'competency',
    standing.member_id,
    standing.competency_id,
    standing.status,
    standing.expires_at,
    case when required_only then true when mark_required then required.is_required end
  from reporting.competency_standing as standing
  left join needed
    on (mark_required or required_only)
    and needed.member_id = standing.member_id
    and needed.chunk = reporting.bitmap_chunk(standing.competency_id)
  cross join lateral (
    select coalesce(get_bit(needed.competencies, standing.competency_id & 1023) = 1, false) as is_required
  ) as required
  where standing.company_id = organization
    and standing.expires_at > since
    and standing.expires_at <= until
    and case
      when standing.status = 'Validated' then true
      when standing.status = 'Not Applicable' then standing.is_validated
      when standing.status = 'Expired' then standing.expires_at <= at
      else false
    end
    and 'competency' = any (kinds)
    and (not required_only or required.is_required);
end;

-- The same with `is_required`.
create or replace function reporting.expiring_item(
  organization integer,
  kinds text[],
  required_only boolean,
  since timestamptz,
  until timestamptz,
  at timestamptz
) returns table (
  kind text,
  member_id integer,
  item_id integer,
  recorded reporting.standing_status,
  expires_at timestamptz,
  is_required boolean
)
  language sql stable parallel safe
begin atomic
  select kind, member_id, item_id, recorded, expires_at, is_required
  from reporting.expiring_item(
    organization, kinds, required_only, since, until, at, mark_required => true
  );
end;
