-- A row per achievement and competency of a member that expires within a window (since, until], as of an instant.
-- Expirations after the instant are of achievements whose best ticket is Valid, and of competencies that are
-- Validated, or Not Applicable and validated as such. Those up to the instant are of achievements whose best ticket
-- is Expired, and of Expired competencies. Because the best ticket counts, renewed achievements are not listed.
-- `is_asked` is whether that ticket is required; `recorded` is the recorded status of a competency, null for
-- achievements; `chunk` is a parameter of reporting.is_needed.
--
-- Conditions on computed values are written as CASE, because the planner would estimate an `=` at one row in 200 and
-- choose nested loops.
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
      -- not by organization, which a member implies: the planner would choose a larger index
      where other.member_id = ticket.member_id
        and other.achievement_id = ticket.achievement_id
        -- first, because it is cheap and most members have one ticket
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

-- The same rows with whether each is required: by the best ticket, or by a profile. With `required_only`, only those.
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
