-- Updates the bitmaps and counts when a statement writes standings. Locks members in ID order, so that of two writers
-- of a member the second waits and then counts what the first committed. At a higher isolation level it would not see
-- that, so only read committed is allowed.
create or replace function reporting.keep_standing_bitmaps() returns trigger
  language plpgsql
  -- writing standings does not require privileges on the bitmaps
  security definer set search_path = pg_catalog, pg_temp
as $$
declare
  members integer[];
  chunks integer[];
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'standings can only be written at isolation level read committed'
      using errcode = 'feature_not_supported';
  end if;
  if tg_op = 'TRUNCATE' then
    -- `truncate reporting.company cascade` truncates the bitmaps in the same statement, where another truncate would
    -- fail
    delete from reporting.standing_bitmap;
    delete from reporting.standing_count;
    delete from reporting.compliance_count;
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
    perform reporting.write_standing_counts(members);
    delete from reporting.compliance_count where member_id = any (members);
  end if;
  return null;
end
$$;
