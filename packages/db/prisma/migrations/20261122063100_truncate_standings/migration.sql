-- `truncate reporting.company cascade` truncates standings and bitmaps in one statement, in which a trigger cannot
-- truncate the bitmaps again.
create or replace function reporting.keep_standing_bitmaps() returns trigger
  language plpgsql
  -- whoever may write standings need not be granted the bitmaps
  security definer set search_path = pg_catalog, pg_temp
as $$
declare
  members integer[];
  chunks integer[];
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'standings are written at the isolation level read committed alone'
      using errcode = 'feature_not_supported';
  end if;
  if tg_op = 'TRUNCATE' then
    delete from reporting.standing_bitmap;
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
