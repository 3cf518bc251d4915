-- Maintains the number of standings per member, including zero. If the row is missing, readers count the standings.

-- Counts the standings of members, which the caller has locked as for reporting.write_standing_bitmaps.
create or replace function reporting.write_standing_counts(members integer[]) returns void
  language plpgsql
as $$
begin
  insert into reporting.standing_count as kept (company_id, member_id, recorded)
  select member.company_id, member.id, recorded.count
  from reporting.member
  cross join lateral (
    select count(*) from reporting.competency_standing as standing where standing.member_id = member.id
  ) as recorded
  where member.id = any (members)
  on conflict (company_id, member_id) do update set recorded = excluded.recorded
  where kept.recorded <> excluded.recorded;
end
$$;

-- Counts the standings of at most `most` members without a row, and returns the number of members. Skips locked
-- members.
create or replace function reporting.add_standing_counts(most integer) returns integer
  language plpgsql
as $$
declare
  members integer[];
begin
  select array_agg(locked.id) into members
  from (
    select member.id
    from reporting.member
    where not exists (
      select
      from reporting.standing_count as kept
      where kept.company_id = member.company_id
        and kept.member_id = member.id
    )
    order by member.id
    limit most
    for no key update skip locked
  ) as locked;
  perform reporting.write_standing_counts(members);
  return coalesce(cardinality(members), 0);
end
$$;

-- A row per member whose kept count differs from the standings.
create or replace function reporting.standing_count_differences() returns table (member_id integer)
  language sql stable
begin atomic
  select kept.member_id
  from reporting.standing_count as kept
  left join (
    select standing.member_id, count(*) from reporting.competency_standing as standing group by standing.member_id
  ) as counted using (member_id)
  where kept.recorded <> coalesce(counted.count, 0);
end;
