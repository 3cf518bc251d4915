-- Counting how 20,000 members stand to what their profiles require meant reading millions of standings. A
-- bitmap holds a member's standings as one bit string per status, so that a count is
-- bit_count(required & status). It is derived data: triggers keep it whoever writes a standing, and
-- reporting.standing_bitmap_differences() finds what differs (`reporting verify`).
--
-- Expiry needs no writer: a row says in which interval it is exact, from the last expiry that it includes
-- to the next one. At any other instant the standings themselves are counted.

-- Bits of one row. Competencies that are created together have ids in sequence, so most organizations
-- fit into one or two rows per member.
create function reporting.bitmap_chunk(competency_id integer) returns integer
  language sql immutable parallel safe
return competency_id >> 10;

create function reporting.bitmap_bit(competency_id integer) returns bit(1024)
  language sql immutable parallel safe
return set_bit(0::bit(1024), competency_id & 1023, 1);

-- A row: a member's standings to the competencies of one chunk. Not Completed has no bits: it is whatever
-- is required and has no other status.
create table reporting.standing_bitmap (
  company_id integer not null,
  member_id integer not null,
  chunk integer not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  validated bit(1024) not null,
  not_applicable bit(1024) not null,
  not_applicable_validated bit(1024) not null,
  expired bit(1024) not null,
  needs_training bit(1024) not null,
  self_assessed bit(1024) not null,
  submitted bit(1024) not null,

  constraint standing_bitmap_pkey primary key (member_id, chunk),
  constraint standing_bitmap_member_fkey foreign key (company_id, member_id)
    references reporting.member (company_id, id) on delete cascade on update no action
);

create index standing_bitmap_valid_until_idx on reporting.standing_bitmap (valid_until);

grant select on reporting.standing_bitmap to reporting_reader;
alter table reporting.standing_bitmap enable row level security;
create policy everybody on reporting.standing_bitmap using (true) with check (true);
create policy one_organization on reporting.standing_bitmap as restrictive for select to reporting_reader
  using (company_id = current_setting('reporting.company_id')::integer);

-- The bitmap of a member and chunk at an instant, from the standings; no row where there are none.
create function reporting.count_standings(member integer, chunk integer, at timestamptz)
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
create function reporting.write_standing_bitmaps(members integer[], chunks integer[], at timestamptz)
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

-- Keeps the bitmaps of the standings that a statement wrote. Members are locked in the order of their ids:
-- of two writers of one member the second waits, and then reads what the first committed.
create function reporting.keep_standing_bitmaps() returns trigger
  language plpgsql
  -- whoever may write standings need not be granted the bitmaps
  security definer set search_path = pg_catalog, pg_temp
as $$
declare
  members integer[];
  chunks integer[];
begin
  if tg_op = 'TRUNCATE' then
    truncate reporting.standing_bitmap;
    return null;
  elsif tg_op = 'UPDATE' then
    select array_agg(changed.member_id), array_agg(changed.chunk)
    into members, chunks
    from (
      select member_id, reporting.bitmap_chunk(competency_id) as chunk from written
      union
      select member_id, reporting.bitmap_chunk(competency_id) from replaced
    ) as changed;
  else
    select array_agg(changed.member_id), array_agg(changed.chunk)
    into members, chunks
    from (
      select distinct member_id, reporting.bitmap_chunk(competency_id) as chunk from written
    ) as changed;
  end if;
  if members is not null then
    perform from reporting.member where id = any (members) order by id for no key update;
    perform reporting.write_standing_bitmaps(members, chunks, clock_timestamp());
  end if;
  return null;
end
$$;

create trigger keep_standing_bitmaps_insert after insert on reporting.competency_standing
  referencing new table as written
  for each statement execute function reporting.keep_standing_bitmaps();
create trigger keep_standing_bitmaps_update after update on reporting.competency_standing
  referencing old table as replaced new table as written
  for each statement execute function reporting.keep_standing_bitmaps();
create trigger keep_standing_bitmaps_delete after delete on reporting.competency_standing
  referencing old table as written
  for each statement execute function reporting.keep_standing_bitmaps();
create trigger keep_standing_bitmaps_truncate after truncate on reporting.competency_standing
  for each statement execute function reporting.keep_standing_bitmaps();

insert into reporting.standing_bitmap
select counted.*
from (
  select distinct member_id, reporting.bitmap_chunk(competency_id) as chunk
  from reporting.competency_standing
) as standing
cross join lateral reporting.count_standings(standing.member_id, standing.chunk, clock_timestamp()) as counted;

-- Writes bitmaps that the next expiry has overtaken as they are now, at most so many, and returns how many
-- there were. Reports are exact without it: it only keeps them from reading standings. Members whom
-- somebody else is writing are left to the next call.
create function reporting.renew_standing_bitmaps(most integer) returns integer
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
create function reporting.standing_bitmap_differences() returns table (
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

-- A row: how a member who is reported on in a department stands by a measurement; no row where nothing is
-- required. What competencies give differs by department, what achievements give is the member's in every
-- one. Departments come one by one, so that a report of a whole organization begins at once and sorts
-- nothing larger than a department; what profiles need is found once per statement. Callers add to these
-- rows by `union all` and `group by`: joins of what was counted would be planned on guesses.
create function reporting.department_counts(
  organization integer,
  department integer,
  functions reporting.affiliation_function[],
  condition text,
  members integer[],
  measurements integer[],
  at timestamptz
) returns table (
  member_id integer,
  measurement integer,
  required integer,
  satisfied integer,
  expired integer,
  not_completed integer,
  not_applicable integer,
  needs_training integer,
  self_assessed integer,
  submitted integer,
  validated integer
)
  language sql stable parallel safe
begin atomic
  with profile_need as materialized (
    -- the competencies of each profile, by chunk
    select
      profile_competency.profile_id,
      reporting.bitmap_chunk(competency.id) as chunk,
      coalesce(
        bit_or(reporting.bitmap_bit(competency.id)) filter (where competency.criticality = 'Critical'),
        0::bit(1024)
      ) as critical,
      coalesce(
        bit_or(reporting.bitmap_bit(competency.id)) filter (where competency.criticality <> 'Critical'),
        0::bit(1024)
      ) as non_critical
    from reporting.profile_competency
    join reporting.competency on competency.id = profile_competency.competency_id
    where profile_competency.company_id = organization
      and (measurements is null or measurements && '{3,4}')
    group by 1, 2
  ),
  needed as (
    -- what the profiles of a member here need together; a competency of two of them once
    select
      counted.member_id,
      profile_need.chunk,
      bit_or(profile_need.critical) as critical,
      bit_or(profile_need.non_critical) as non_critical
    from reporting.counted_affiliation(organization, functions) as counted
    join reporting.profile_assignment as assignment using (member_id, department_id)
    join profile_need using (profile_id)
    where assignment.department_id = department
      and assignment.company_id = organization
      and (members is null or assignment.member_id = any (members))
      and case condition
        when 'all' then true
        when 'compliance' then assignment.requires_compliance
        when 'primary' then assignment.is_primary
      end
    group by counted.member_id, profile_need.chunk
  ),
  recorded as (
    -- the same with the member's bitmap at the instant; from the standings where the stored one is not exact
    select needed.member_id, needed.critical, needed.non_critical, bitmap.*
    from needed
    left join lateral (
      select exact.*
      from reporting.standing_bitmap as stored
      cross join lateral (
        select
          stored.validated, stored.not_applicable, stored.not_applicable_validated, stored.expired,
          stored.needs_training, stored.self_assessed, stored.submitted
        where stored.valid_from <= at and at < stored.valid_until
        union all
        select
          counted.validated, counted.not_applicable, counted.not_applicable_validated, counted.expired,
          counted.needs_training, counted.self_assessed, counted.submitted
        from reporting.count_standings(stored.member_id, stored.chunk, at) as counted
        where not (stored.valid_from <= at and at < stored.valid_until)
      ) as exact
      where stored.member_id = needed.member_id
        and stored.chunk = needed.chunk
        and stored.company_id = organization
    ) as bitmap on true
  ),
  competencies as (
    select
      recorded.member_id,
      asked.measurement,
      sum(bit_count(asked.needed))::integer as required,
      coalesce(sum(bit_count(asked.needed & recorded.not_applicable_validated)), 0)::integer
        as not_applicable_validated,
      coalesce(sum(bit_count(asked.needed & recorded.expired)), 0)::integer as expired,
      coalesce(sum(bit_count(asked.needed & recorded.not_applicable)), 0)::integer as not_applicable,
      coalesce(sum(bit_count(asked.needed & recorded.needs_training)), 0)::integer as needs_training,
      coalesce(sum(bit_count(asked.needed & recorded.self_assessed)), 0)::integer as self_assessed,
      coalesce(sum(bit_count(asked.needed & recorded.submitted)), 0)::integer as submitted,
      coalesce(sum(bit_count(asked.needed & recorded.validated)), 0)::integer as validated
    from recorded
    cross join lateral (
      values (3, recorded.critical), (4, recorded.non_critical)
    ) as asked (measurement, needed)
    where measurements is null or asked.measurement = any (measurements)
    group by recorded.member_id, asked.measurement
  ),
  held as (
    -- each achievement that a member is to hold, by the best of the tickets for it
    select
      ticket.member_id,
      achievement.measurement,
      case
        when bool_or(now.status = 'Valid') then 'Valid'
        when bool_or(now.status = 'Submitted') then 'Submitted'
        when bool_or(now.status = 'Pending') then 'Pending'
        else 'Expired'
      end as status
    from reporting.counted_affiliation(organization, functions) as counted
    join reporting.ticket on ticket.member_id = counted.member_id
    join reporting.achievement on achievement.id = ticket.achievement_id
    cross join lateral (
      select reporting.ticket_status_at(ticket.status, ticket.expires_at, at) as status
    ) as now
    where counted.department_id = department
      and (members is null or counted.member_id = any (members))
      and ticket.company_id = organization
      and ticket.is_required
      and (measurements is null or achievement.measurement = any (measurements))
    group by ticket.member_id, ticket.achievement_id, achievement.measurement
  )
  select
    member_id,
    measurement,
    required,
    validated + not_applicable_validated,
    expired,
    required - validated - not_applicable - expired - needs_training - self_assessed - submitted,
    not_applicable,
    needs_training,
    self_assessed,
    submitted,
    validated
  from competencies
  where required > 0
  union all
  select
    member_id,
    measurement,
    count(*)::integer,
    count(*) filter (where status = 'Valid')::integer,
    count(*) filter (where status = 'Expired')::integer,
    count(*) filter (where status = 'Pending')::integer,
    0,
    0,
    0,
    count(*) filter (where status = 'Submitted')::integer,
    0
  from held
  group by member_id, measurement;
end;

drop function reporting.compliance(
  integer, reporting.affiliation_function[], text, integer[], integer[], integer[], timestamptz
);
drop function reporting.competency_compliance(integer, text, integer[], integer[], integer[], timestamptz);

-- The same with a row for every affiliation that is reported on and every measurement asked for, of zeros
-- where nothing is required. Null departments, members and measurements are all of them, null functions
-- those counted by default.
create function reporting.compliance(
  organization integer,
  functions reporting.affiliation_function[],
  condition text,
  departments integer[],
  members integer[],
  measurements integer[],
  at timestamptz
) returns table (
  member_id integer,
  department_id integer,
  function reporting.affiliation_function,
  measurement integer,
  required integer,
  satisfied integer,
  expired integer,
  not_completed integer,
  not_applicable integer,
  needs_training integer,
  self_assessed integer,
  submitted integer,
  validated integer
)
  language sql stable parallel safe
begin atomic
  select
    counted.member_id,
    department.id,
    counted.function,
    counted.measurement,
    counted.required,
    counted.satisfied,
    counted.expired,
    counted.not_completed,
    counted.not_applicable,
    counted.needs_training,
    counted.self_assessed,
    counted.submitted,
    counted.validated
  from reporting.department
  cross join lateral (
    select
      part.member_id,
      max(part.function) as function,
      part.measurement,
      sum(part.required)::integer as required,
      sum(part.satisfied)::integer as satisfied,
      sum(part.expired)::integer as expired,
      sum(part.not_completed)::integer as not_completed,
      sum(part.not_applicable)::integer as not_applicable,
      sum(part.needs_training)::integer as needs_training,
      sum(part.self_assessed)::integer as self_assessed,
      sum(part.submitted)::integer as submitted,
      sum(part.validated)::integer as validated
    from (
      select
        affiliation.member_id, affiliation.function, asked.measurement,
        0 as required, 0 as satisfied, 0 as expired, 0 as not_completed, 0 as not_applicable,
        0 as needs_training, 0 as self_assessed, 0 as submitted, 0 as validated
      from reporting.counted_affiliation(organization, functions) as affiliation
      cross join generate_series(1, 12) as asked (measurement)
      where affiliation.department_id = department.id
        and (members is null or affiliation.member_id = any (members))
        and (measurements is null or asked.measurement = any (measurements))
      union all
      select
        counts.member_id, null, counts.measurement,
        counts.required, counts.satisfied, counts.expired, counts.not_completed, counts.not_applicable,
        counts.needs_training, counts.self_assessed, counts.submitted, counts.validated
      from reporting.department_counts(
        organization, department.id, functions, condition, members, measurements, at
      ) as counts
    ) as part
    group by part.member_id, part.measurement
  ) as counted
  where department.company_id = organization
    and (departments is null or department.id = any (departments));
end;
