-- One row: how many bitmaps there are, and how many are not what the standings give, those that are missing
-- among them.
select
  (select count(*) from reporting.standing_bitmap) as "bitmaps",
  (select count(*) from reporting.standing_bitmap_differences()) as "differing"
