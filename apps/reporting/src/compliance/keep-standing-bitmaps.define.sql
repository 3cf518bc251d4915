-- Keeps the bitmaps and counts of the standings that a statement wrote, whoever writes them. Members are locked in
-- the order of their ids: of two writers of one member the second waits, and then counts what the first committed. In
-- a snapshot of a whole transaction it would wait and not see it, so other isolation levels are refused.
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
    -- `truncate reporting.company cascade` truncates the bitmaps in the same statement: a second truncate would fail
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

create or replace trigger keep_standing_bitmaps_insert after insert on reporting.competency_standing
  referencing new table as written
  for each statement execute function reporting.keep_standing_bitmaps();
create or replace trigger keep_standing_bitmaps_update after update on reporting.competency_standing
  referencing old table as replaced new table as written
  for each statement execute function reporting.keep_standing_bitmaps();
create or replace trigger keep_standing_bitmaps_delete after delete on reporting.competency_standing
  referencing old table as written
  for each statement execute function reporting.keep_standing_bitmaps();
create or replace trigger keep_standing_bitmaps_truncate after truncate on reporting.competency_standing
  for each statement execute function reporting.keep_standing_bitmaps();
