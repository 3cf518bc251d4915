-- A share of 0 to 1, as a score is: to four decimals, half up; null of nothing. It is decimal until nothing is left
-- to round.
create or replace function reporting.share(part bigint, whole bigint) returns float8
  language sql immutable parallel safe
return case when whole > 0 then round(part::numeric / whole, 4)::float8 end;
