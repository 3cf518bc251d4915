-- Achievements have odd chunk numbers, competencies even ones, from 1.
create or replace function reporting.achievement_chunk(achievement_id integer) returns integer
  language sql immutable parallel safe
return 2 * reporting.bitmap_chunk(achievement_id) + 1;

create or replace function reporting.competency_chunk(competency_id integer) returns integer
  language sql immutable parallel safe
return 2 * reporting.bitmap_chunk(competency_id) + 2;

-- One row: the requirements of profiles that require compliance for the members of an organization, or only for
-- `of_members` unless that is null. reporting.is_needed looks up rows in the result. For half a million rows, joins
-- would take four times as long, and the planner could only guess their number of rows.
--
-- Members with the same profiles share a set, which has 1,024 bits for each chunk in the format of bit_send: the number
-- of bits as 32 bits, then the bits.
create or replace function reporting.profile_needs(organization integer, of_members integer[]) returns table (
  members integer[],
  sets bigint[],
  chunks bigint[],
  items bytea
)
  language sql stable parallel safe
begin atomic
  with need as materialized (
    -- the requirements of each profile
    select profile_id, chunk, bit_or(bit) as items
    from (
      select
        profile_id,
        reporting.achievement_chunk(achievement_id) as chunk,
        reporting.bitmap_bit(achievement_id) as bit
      from reporting.profile_achievement
      where company_id = organization
      union all
      select profile_id, reporting.competency_chunk(competency_id), reporting.bitmap_bit(competency_id)
      from reporting.profile_competency
      where company_id = organization
    ) as needs
    group by profile_id, chunk
  ),
  chunk as materialized (
    -- chunks with requirements
    select chunk, row_number() over (order by chunk) - 1 as number from need group by chunk
  ),
  assigned as materialized (
    -- the profiles of every member; none for members who were not requested
    select member.id as member_id, coalesce(holder.profiles, '{}') as profiles
    from reporting.member
    left join (
      select member_id, array_agg(profile_id) as profiles
      from reporting.profile_assignment
      where company_id = organization
        and requires_compliance
        and (of_members is null or (member_id in (select unnest(of_members))) is true)
      group by member_id
    ) as holder on holder.member_id = member.id
    where member.company_id = organization
  ),
  profile_set as materialized (
    select profiles, row_number() over () - 1 as number from assigned group by profiles
  )
  select roster.members, roster.sets, place.chunks, needed.items
  from (
    select
      array_agg(numbered.member_id) as members,
      array_agg(numbered.number * (select count(*) from chunk) * (1024 + 32)) as sets
    from (
      select assigned.member_id, profile_set.number
      from assigned
      join profile_set using (profiles)
      order by assigned.member_id
    ) as numbered
  ) as roster
  cross join (
    select array_agg(chunk.number * (1024 + 32) + 32 order by position.number) as chunks
    from generate_series(1, (select max(chunk) from chunk)) as position (number)
    left join chunk on chunk.chunk = position.number
  ) as place
  cross join (
    select string_agg(bit_send(coalesce(bits.items, 0::bit(1024))), '' order by bits.profile_set, bits.chunk) as items
    from (
      select profile_set.number as profile_set, chunk.number as chunk, bit_or(need.items) as items
      from profile_set
      cross join chunk
      left join need on need.chunk = chunk.chunk and need.profile_id = any (profile_set.profiles)
      group by profile_set.number, chunk.number
    ) as bits
  ) as needed;
end;

-- Returns whether a profile requires an item of a member, based on the row of reporting.profile_needs; null if no
-- profile requires any item of its chunk. get_bit counts the bits of a byte from the other end than bit_send.
create or replace function reporting.is_needed(
  members integer[], sets bigint[], chunks bigint[], items bytea, member integer, chunk integer, item integer
) returns boolean
  language sql immutable parallel safe
return get_bit(items, (sets[width_bucket(member, members)] + chunks[chunk] + (item & 1023)) # 7) = 1;

-- Returns whether an item is required by a profile that requires compliance and is assigned to a member in any
-- department. For few rows; reporting.is_needed is faster for many.
create or replace function reporting.is_of_profile(organization integer, member integer, kind text, item integer)
  returns boolean
  language sql stable parallel safe
return exists (
  select
  from reporting.profile_assignment as assignment
  where assignment.company_id = organization
    and assignment.member_id = member
    and assignment.requires_compliance
    and case kind
      when 'competency' then exists (
        select
        from reporting.profile_competency as need
        where need.profile_id = assignment.profile_id
          and need.competency_id = item
      )
      else exists (
        select
        from reporting.profile_achievement as need
        where need.profile_id = assignment.profile_id
          and need.achievement_id = item
      )
    end
);
