-- Stores a member's standings as a bit string per status for each chunk of 1,024 competency IDs. Competencies created
-- together have consecutive IDs, so most organizations need one or two rows per member. Not Completed has no bits: it
-- means required without any other status.

create or replace function reporting.bitmap_chunk(competency_id integer) returns integer
  language sql immutable parallel safe
return competency_id >> 10;

create or replace function reporting.bitmap_bit(competency_id integer) returns bit(1024)
  language sql immutable parallel safe
return set_bit(0::bit(1024), competency_id & 1023, 1);

-- Computes the bitmap of a member and chunk at an instant from the standings; no row if there are none.
create or replace function reporting.count_standings(member integer, chunk integer, at timestamptz)
  returns setof reporting.standing_bitmap
  language sql stable parallel safe
begin atomic
  select
    max(record.company_id),
    member,
    count_standings.chunk,
    coalesce(max(record.expires_at) filter (where record.can_expire and record.expires_at <= at), '-infinity'),
    coalesce(min(record.expires_at) filter (where record.can_expire and record.expires_at > at), 'infinity'),
    coalesce(bit_or(record.bit) filter (where record.status = 'Validated'), 0::bit(1024)),
    coalesce(bit_or(record.bit) filter (where record.status = 'Not Applicable'), 0::bit(1024)),
    coalesce(
      bit_or(record.bit) filter (where record.status = 'Not Applicable' and record.is_validated), 0::bit(1024)
    ),
    coalesce(bit_or(record.bit) filter (where record.status = 'Expired'), 0::bit(1024)),
    coalesce(bit_or(record.bit) filter (where record.status = 'Needs Training'), 0::bit(1024)),
    coalesce(bit_or(record.bit) filter (where record.status = 'Self-Assessed'), 0::bit(1024)),
    coalesce(bit_or(record.bit) filter (where record.status = 'Submitted'), 0::bit(1024))
  from (
    select
      standing.company_id,
      standing.is_validated,
      standing.expires_at,
      standing.status = 'Validated' or standing.status = 'Not Applicable' and standing.is_validated as can_expire,
      reporting.standing_at(standing.status, standing.is_validated, standing.expires_at, at) as status,
      reporting.bitmap_bit(standing.competency_id) as bit
    from reporting.competency_standing as standing
    where standing.member_id = member
      and standing.competency_id
        between count_standings.chunk << 10 and (count_standings.chunk << 10) + 1023
  ) as record
  having count(*) > 0;
end;

-- Writes the bitmaps of pairs of members and chunks as of an instant. The caller has locked the members in an earlier
-- statement, so that this one sees what concurrent writers committed.
create or replace function reporting.write_standing_bitmaps(members integer[], chunks integer[], at timestamptz)
  returns void
  language plpgsql
as $$
begin
  delete from reporting.standing_bitmap as bitmap
  using unnest(members, chunks) as changed (member_id, chunk)
  where bitmap.member_id = changed.member_id
    and bitmap.chunk = changed.chunk
    and not exists (select from reporting.count_standings(changed.member_id, changed.chunk, at));

  insert into reporting.standing_bitmap as bitmap
  select counted.*
  from unnest(members, chunks) as changed (member_id, chunk)
  cross join lateral reporting.count_standings(changed.member_id, changed.chunk, at) as counted
  on conflict (member_id, chunk) do update set
    valid_from = excluded.valid_from,
    valid_until = excluded.valid_until,
    validated = excluded.validated,
    not_applicable = excluded.not_applicable,
    not_applicable_validated = excluded.not_applicable_validated,
    expired = excluded.expired,
    needs_training = excluded.needs_training,
    self_assessed = excluded.self_assessed,
    submitted = excluded.submitted
  where bitmap is distinct from excluded;
end
$$;

-- Renews the bitmaps of at most `most` members in which a standing has expired, and returns the number of members.
-- Without it, reports are exact but have to read standings. Skips locked members.
create or replace function reporting.renew_standing_bitmaps(most integer) returns integer
  language plpgsql
as $$
declare
  at constant timestamptz = clock_timestamp();
  members integer[];
begin
  select array_agg(locked.id) into members
  from (
    select member.id
    from reporting.member
    where member.id in (
      select bitmap.member_id
      from reporting.standing_bitmap as bitmap
      where bitmap.valid_until <= at
      order by bitmap.valid_until
      limit most
    )
    order by member.id
    for no key update skip locked
  ) as locked;
  if members is null then
    return 0;
  end if;
  perform reporting.write_standing_bitmaps(array_agg(bitmap.member_id), array_agg(bitmap.chunk), at)
  from reporting.standing_bitmap as bitmap
  where bitmap.member_id = any (members)
    and bitmap.valid_until <= at;
  return cardinality(members);
end
$$;

-- A row per member and chunk whose bitmap differs from the standings, is missing, or should not exist.
create or replace function reporting.standing_bitmap_differences() returns table (
  member_id integer,
  chunk integer
)
  language sql stable
begin atomic
  select stored.member_id, stored.chunk
  from reporting.standing_bitmap as stored
  left join lateral reporting.count_standings(stored.member_id, stored.chunk, stored.valid_from) as counted
    on true
  where stored is distinct from counted
  union all
  select standing.member_id, standing.chunk
  from (
    select distinct member_id, reporting.bitmap_chunk(competency_id) as chunk
    from reporting.competency_standing
  ) as standing
  where not exists (
    select
    from reporting.standing_bitmap as stored
    where stored.member_id = standing.member_id
      and stored.chunk = standing.chunk
  );
end;
