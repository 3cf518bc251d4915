select
  9007199254740991::bigint as count,
  '2026-03-01'::date as day,
  '2026-03-01'::date::timestamptz as moment,
  timestamp '2026-03-01 12:34:56.789' as unzoned,
  current_setting('timezone') as zone,
  0.10::numeric as ratio
