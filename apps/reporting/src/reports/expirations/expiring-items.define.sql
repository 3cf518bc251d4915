-- A row: what a member of an organization loses or has lost within a window (since, until], at an instant. What
-- expires after the instant is held then: achievements whose best ticket is Valid, competencies that are Validated,
-- or Not Applicable and validated as such. What expired up to it is Expired then: achievements whose best ticket is,
-- and competencies. Of several tickets the best counts, so that what was renewed is not listed. `is_asked` is whether
-- that ticket is required; `recorded` is the status that a competency is recorded with, null of achievements; `chunk`
-- is for reporting.is_needed.
--
-- Conditions on computed values are written as CASE: the planner takes each `=` of them for one row in 200, and would
-- look the few rows up in nested loops.
create or replace function reporting.expiring_item(
  organization integer,
  kinds text[],
  since timestamptz,
  until timestamptz,
  at timestamptz
) returns table (
  kind text,
  member_id integer,
  item_id integer,
  recorded reporting.standing_status,
  expires_at timestamptz,
  is_asked boolean,
  chunk integer
)
  language sql stable parallel safe
begin atomic
  select
    'achievement' as kind,
    ticket.member_id,
    ticket.achievement_id as item_id,
    null::reporting.standing_status as recorded,
    ticket.expires_at,
    ticket.is_required as is_asked,
    reporting.achievement_chunk(ticket.achievement_id) as chunk
  from reporting.ticket
  cross join lateral (
    select reporting.ticket_status_at(ticket.status, ticket.issued_at, ticket.expires_at, at) as status
  ) as now
  where ticket.company_id = organization
    and ticket.expires_at > since
    and ticket.expires_at <= until
    and case when ticket.expires_at > at then now.status = 'Valid' else now.status = 'Expired' end
    and 'achievement' = any (kinds)
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
      -- A member is of one organization. With it, the planner takes a larger index.
      where other.member_id = ticket.member_id
        and other.achievement_id = ticket.achievement_id
        -- before what takes longer: most have one ticket
        and other.uuid <> ticket.uuid
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
    false,
    reporting.competency_chunk(standing.competency_id)
  from reporting.competency_standing as standing
  where standing.company_id = organization
    and standing.expires_at > since
    and standing.expires_at <= until
    and case
      when standing.status = 'Validated' then true
      when standing.status = 'Not Applicable' then standing.is_validated
      when standing.status = 'Expired' then standing.expires_at <= at
      else false
    end
    and 'competency' = any (kinds);
end;

-- The same with whether each is required: an achievement whose best ticket is, or that a profile requires, and a
-- competency that a profile requires. Of these alone with `required_only`.
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
  with needs as materialized (
    select * from reporting.profile_needs(organization, null)
  )
  select
    expiring.kind,
    expiring.member_id,
    expiring.item_id,
    expiring.recorded,
    expiring.expires_at,
    required.is_required
  from reporting.expiring_item(organization, kinds, since, until, at) as expiring
  cross join lateral (
    select
      expiring.is_asked
      or coalesce(
        reporting.is_needed(
          (select members from needs),
          (select sets from needs),
          (select chunks from needs),
          (select items from needs),
          expiring.member_id,
          expiring.chunk,
          expiring.item_id
        ),
        false
      ) as is_required
  ) as required
  where case when required_only then required.is_required else true end;
end;
