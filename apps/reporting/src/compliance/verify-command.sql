-- name: count-differences
-- One row: how many rows are kept, by what they are, and how many are not what they are derived from gives, those
-- that are missing among them; of the compliance counts, the current ones.
select
  (select count(*) from reporting.standing_bitmap) as "bitmaps",
  (select count(*) from reporting.standing_count)
    + (select count(*) from reporting.compliance_count) as "counts",
  (select count(*) from reporting.standing_bitmap_differences())
    + (select count(*) from reporting.standing_count_differences())
    + (select count(*) from reporting.compliance_count_differences($now::timestamptz)) as "differing"
