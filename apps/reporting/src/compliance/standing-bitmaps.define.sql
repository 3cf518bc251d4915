-- A member's standings as one bit string per status, for each chunk of 1,024 competency ids. Competencies that are
-- created together have ids in sequence, so most organizations fit into one or two rows per member. Not Completed has
-- no bits: it is what is required and has no other status.

create or replace function reporting.bitmap_chunk(competency_id integer) returns integer
  language sql immutable parallel safe
return competency_id >> 10;

create or replace function reporting.bitmap_bit(competency_id integer) returns bit(1024)
  language sql immutable parallel safe
return set_bit(0::bit(1024), competency_id & 1023, 1);

-- The bitmap of a member and chunk at an instant, from the standings; no row where there are none.
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

-- Writes the bitmaps of members and chunks, given pair by pair, as they are at an instant. Callers hold a
-- lock on the members, taken in an earlier statement, so that the snapshot of this one has what a
-- concurrent writer committed.
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

-- Writes bitmaps that the next expiry has overtaken as they are now, at most so many, and returns how many
-- there were. Reports are exact without it: it only keeps them from reading standings. Members whom
-- somebody else is writing are left to the next call.
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

-- A row: a member and chunk whose bitmap is not what the standings give, is missing, or is left over.
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
