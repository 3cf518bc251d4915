-- Writes the bitmaps of an organization as of an instant.
select
  reporting.write_standing_bitmaps(
    array_agg(stored.member_id), array_agg(stored.chunk), $at::timestamptz
  )
from reporting.standing_bitmap as stored
where stored.company_id = $organization::integer
