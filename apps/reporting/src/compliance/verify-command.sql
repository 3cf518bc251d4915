-- One row: the number of kept rows by type, and how many are missing or differ from the records. Of compliance counts,
-- only current ones are checked.
select
  (select count(*) from reporting.standing_bitmap) as "bitmaps",
  (select count(*) from reporting.standing_count)
    + (select count(*) from reporting.compliance_count) as "counts",
  (select count(*) from reporting.standing_bitmap_differences())
    + (select count(*) from reporting.standing_count_differences())
    + (select count(*) from reporting.compliance_count_differences($now::timestamptz)) as "differing"
